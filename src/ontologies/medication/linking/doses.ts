/** Units in which what is drawn up or poured is counted, not what is given by the piece. */
const MEASURED = /^(?:m?c?g|gm|grams?|ug|µg|units?|iu|u|ml|meq|mmol|mcg.*|mg.*)$/i

/** True if a dose in this unit is an amount. */
export function isMeasured(doseUnit: string): boolean {
  return MEASURED.test(doseUnit.trim())
}

const INJECTED = new Set(['injection', 'infusion'])
const POURED = new Set(['solution', 'suspension', 'syrup', 'drops'])

/** True if any amount of a form can be given. */
export function isMeasurable(form: string): boolean {
  return INJECTED.has(form) || isPoured(form)
}

/** True if a form is measured by the spoon. */
export function isPoured(form: string): boolean {
  return POURED.has(form)
}

/** True if any amount can be given of the form that a text says, or of every product under its names. */
export function isMeasuredForm({
  form,
  known,
}: {
  readonly form: string
  readonly known: readonly { readonly form: string }[]
}): boolean {
  if (form !== '') return isMeasurable(form)
  return known.length > 0 && known.every((product) => isMeasurable(product.form))
}

/** How well a form answers a dose that is an amount, in [0, 1]. What is dosed by its amount has a form that can be measured; an ingredient alone says none. */
export function valueOfDose(form: string): number {
  if (form === '') return 0.5
  if (INJECTED.has(form)) return 1
  return isMeasurable(form) ? 0.8 : 0.3
}
