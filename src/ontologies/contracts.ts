import { contract as icd10cm } from './icd10cm/contract.ts'
import { contract as loinc } from './loinc/contract.ts'
import { contract as medication } from './medication/contract.ts'
import { contract as snomed } from './snomed/contract.ts'

/** Each vocabulary's part of the contract, in the order in which the registry lists them. */
export const CONTRACTS = [snomed, loinc, medication, icd10cm] as const
