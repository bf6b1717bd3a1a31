/** Mapping projects of laboratory tests, over the starter of LOINC. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createProject,
  type NewSourceRow,
  openProject,
  type Project,
} from '../../../src/mapping/mapping.ts'
import { type Medlink, openMedlink } from '../../../src/medlink.ts'
import { starterRoot } from '../../support/shared-index.ts'

/** A test as a laboratory writes it: name, unit, specimen, how often it is ordered. */
export type LabTest = readonly [name: string, unit: string, specimen: string, frequency: number]

/** A project that is open, and what it was made with. */
export interface LabProject {
  readonly medlink: Medlink
  readonly project: Project
  readonly file: string
  close(): Promise<void>
}

/**
 * To be closed when the tests are over.
 *
 * @param template file of a project of the same tests, which is copied; default: their links are made anew, which takes a second
 */
export async function makeLabProject(
  tests: readonly LabTest[],
  template?: string,
): Promise<LabProject> {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-review-'))
  const file = join(folder, 'laboratory.medmap')
  const medlink = openMedlink({ dir: starterRoot('loinc') })
  const settings = { ontology: 'loinc', columns: ['name', 'unit', 'specimen', 'count'] } as const
  const options = { now: () => 1_000, workers: 1 }
  if (template !== undefined) copyFileSync(template, file)
  const project =
    template === undefined
      ? await createProject(file, medlink, settings, tests.map(rowOf), options)
      : await openProject(file)
  return {
    ...{ medlink, project, file },
    async close() {
      await project.close()
      medlink.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function rowOf([name, unit, specimen, frequency]: LabTest, i: number): NewSourceRow {
  return {
    ...{ code: `L${i + 1}`, name, frequency },
    hints: { ...(unit && { unit }), ...(specimen && { specimen }) },
    columns: { name, unit, specimen, count: String(frequency) },
  }
}

/** Tests as reports print them; the commonest first. */
export const LAB_TESTS: readonly LabTest[] = [
  ['Hemoglobin', 'g/dL', 'whole blood', 1204],
  ['HGB', '', '', 980],
  ['WBC count', '10*3/uL', '', 932],
  ['Serum Creatinine', 'mg/dL', 'Serum', 911],
  ['Na+', 'mmol/L', 'serum', 876],
  ['Potassium', 'mmol/L', 'serum', 870],
  ['Troponin', 'ng/mL', '', 412],
  ['HbA1c', '%', 'EDTA blood', 388],
  ['Urine glucose', '', 'urine', 350],
  ['Cholesterol, total', 'mg/dL', 'serum', 301],
  ['Vit D 25-OH', 'ng/mL', 'serum', 212],
  ['TSH', 'uIU/mL', 'serum', 208],
  ['Platelets', '10*3/uL', 'blood', 188],
  ['ESR', 'mm/h', 'blood', 150],
  ['CRP', 'mg/L', 'serum', 144],
  ['PT INR', '', '', 121],
  ['Potassium', 'mmol/L', 'urine', 96],
  ['Mystery assay XJ-9', '', '', 44],
  ['Ferritin', 'ng/mL', 'serum', 40],
  ['ALT (SGPT)', 'U/L', 'serum', 39],
  ['AST (SGOT)', 'U/L', 'serum', 38],
  ['Alkaline phosphatase', 'U/L', 'serum', 37],
  ['Bilirubin total', 'mg/dL', 'serum', 36],
  ['Albumin', 'g/dL', 'serum', 35],
  ['Calcium', 'mg/dL', 'serum', 34],
  ['Uric acid', 'mg/dL', 'serum', 33],
  ['Triglycerides', 'mg/dL', 'serum', 32],
  ['HDL cholesterol', 'mg/dL', 'serum', 31],
  ['MCV', 'fL', 'blood', 30],
  ['<img src=x onerror="document.title=1"> sodium', 'mmol/L', 'serum', 7],
]
