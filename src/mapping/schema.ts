import type { Transaction } from 'kysely'
import type { Purpose } from '../records/store.ts'
import type { DecisionKind, Relation, TermReason, TermState } from './project.ts'

/** A project's database. */
export const PROJECT: Purpose = {
  of: 'a mapping project',
  // "MLPR" in ASCII.
  applicationId: 0x4d_4c_50_52,
  versionTable: 'project_version',
  incompatible: 'project_incompatible',
  unusable: 'no_project',
}

/** One row. */
export interface ProjectTable {
  ontology: string
  version: string
  model_version: string | null
  medlink: string
  /** Epoch milliseconds, as all times here. */
  created: number
  /** JSON: a list of names. */
  columns: string
  /** JSON: an object. */
  asked_with: string
  /** 0 while it is being made. */
  is_complete: number
  /** The process that is making it, so that only one does. */
  maker: string | null
}

export interface SourceRowTable {
  /** Its place, from 1. */
  row: number
  term_id: number | null
  code: string
  name: string
  frequency: number | null
  /** JSON: an object. */
  columns: string
}

export interface TermTable {
  id: number
  query: string
  /** In lower case, to be searched. */
  folded: string
  /** JSON: an object, its keys sorted. */
  hints: string
  /** How many rows of the source have it, and how often it occurs. */
  source_rows: number
  frequency: number
  revision: number
  /** The revision that gave it the candidates that it has. */
  asked_revision: number
  reason: TermReason
  doubt: number
  /** These follow from the valid decisions (standing.ts). */
  state: TermState
  code: string | null
  title: string | null
  needs_look: number
  /** JSON, with the revision that made it. */
  look: string | null
  look_revision: number | null
}

export interface CandidateTable {
  term_id: number
  rank: number
  code: string
  title: string
  matched: string
  score: number | null
  is_linked: number
  link_reason: string
  link_basis: string | null
  needed: string | null
  /** JSON: an object. */
  assumed: string | null
}

export interface DecisionTable {
  id: number
  /** Common to what was decided at once. */
  act: number
  term_id: number
  reviewer: string
  decision: DecisionKind
  code: string | null
  title: string | null
  relation: Relation | null
  note: string | null
  at: number
  version: string
  model_version: string | null
  revision: number
  withdrawn: number | null
}

/** The tables of a project, the same in both databases. */
export interface Tables {
  project: ProjectTable
  source_row: SourceRowTable
  term: TermTable
  candidate: CandidateTable
  decision: DecisionTable
}

/** The way from nothing to the tables of today; see the records' (records/migrations.ts) for its rules. */
export const STEPS = [createTables]

async function createTables({ schema }: Transaction<Tables>): Promise<void> {
  await schema
    .createTable('project')
    .addColumn('ontology', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('model_version', 'text')
    .addColumn('medlink', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('asked_with', 'text', (column) => column.notNull())
    .addColumn('is_complete', 'integer', (column) => column.notNull())
    .addColumn('maker', 'text')
    .execute()
  await schema
    .createTable('term')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('hints', 'text', (column) => column.notNull())
    .addColumn('source_rows', 'bigint', (column) => column.notNull())
    .addColumn('frequency', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('asked_revision', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('doubt', 'double precision', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('title', 'text')
    .addColumn('needs_look', 'integer', (column) => column.notNull())
    .addColumn('look', 'text')
    .addColumn('look_revision', 'bigint')
    .execute()
  await schema.createIndex('term_frequency').on('term').columns(['frequency desc', 'id']).execute()
  await schema
    .createIndex('term_doubt')
    .on('term')
    .columns(['doubt', 'frequency desc', 'id'])
    .execute()
  await schema
    .createTable('source_row')
    .addColumn('row', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('term_id', 'bigint', (column) => column.references('term.id'))
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('frequency', 'bigint')
    .addColumn('columns', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('source_row_term').on('source_row').columns(['term_id', 'row']).execute()
  await schema
    .createTable('candidate')
    .addColumn('term_id', 'bigint', (column) => column.notNull().references('term.id'))
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('matched', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision')
    .addColumn('is_linked', 'integer', (column) => column.notNull())
    .addColumn('link_reason', 'text', (column) => column.notNull())
    .addColumn('link_basis', 'text')
    .addColumn('needed', 'text')
    .addColumn('assumed', 'text')
    .addPrimaryKeyConstraint('candidate_key', ['term_id', 'rank'])
    .execute()
  await schema
    .createTable('decision')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('act', 'bigint', (column) => column.notNull())
    .addColumn('term_id', 'bigint', (column) => column.notNull().references('term.id'))
    .addColumn('reviewer', 'text', (column) => column.notNull())
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('title', 'text')
    .addColumn('relation', 'text')
    .addColumn('note', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('model_version', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('withdrawn', 'bigint')
    .execute()
  await schema.createIndex('decision_term').on('decision').columns(['term_id', 'id']).execute()
  await schema
    .createIndex('decision_reviewer')
    .on('decision')
    .columns(['reviewer', 'act'])
    .execute()
}
