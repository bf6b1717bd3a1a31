declare module '@lhncbc/ucum-lhc' {
  /** The parser's account of a unit; only the fields read here. */
  export interface LhcUnit {
    readonly magnitude_: number
    readonly dim_: { readonly dimVec_: readonly number[] | null } | null
    readonly moleExp_: number
    readonly equivalentExp_: number
    readonly isArbitrary_: boolean
    readonly isSpecial_: boolean
    /** @throws Error when the two are not commensurable */
    convertFrom(value: number, from: LhcUnit): number
  }

  export class UcumLhcUtils {
    static getInstance(): UcumLhcUtils
    /** `getSpecifiedUnit` around it writes to the console when it throws. */
    readonly uStrParser_: {
      /** Unit, the code it stands for (corrected when it differs from `text`), messages. */
      parseString(text: string, task: 'validate'): [LhcUnit | null, string | null, string[]]
    }
  }

  export class UnitTables {
    static getInstance(): UnitTables
    getUnitByCode(code: string): LhcUnit | null
  }
}
