export const STATUSES = ['ACTIVE', 'TRIAL', 'DISCOURAGED', 'DEPRECATED'] as const
export type LoincStatus = (typeof STATUSES)[number]

/** One term of Loinc.csv. Texts are on one line, and '' where the release says nothing. */
export interface LoincRow {
  readonly code: string
  readonly component: string
  readonly property: string
  readonly timeAspect: string
  readonly system: string
  readonly scale: string
  readonly method: string
  readonly class: string
  /** 1 laboratory, 2 clinical, 3 claims attachment, 4 survey. */
  readonly classType: number | undefined
  readonly status: LoincStatus
  /** The long common name; where it is blank, the short name, else the component. */
  readonly longName: string
  readonly shortName: string
  readonly displayName: string
  readonly consumerName: string
  readonly relatedNames: readonly string[]
  /** `Order`, `Observation`, `Both` or `Subset`. */
  readonly orderObs: string
  readonly units: string
  readonly ucumUnits: string
  /** Place among the most common laboratory tests, 1 the most common; 0 when it is not among them. */
  readonly rank: number
  /** A third party's notice, which LOINC's licence requires wherever the term is shown. */
  readonly copyrightNotice: string
  /** The component part's display name; '' without the part files. */
  readonly componentName: string
  /** Stands for several observations: its class, its PanelType or the list of panels says so. */
  readonly isPanel: boolean
}

/** True if a CLASS is one of panels, e.g. `PANEL.CHEM`. */
export function isPanelClass(group: string): boolean {
  return group.startsWith('PANEL.')
}
