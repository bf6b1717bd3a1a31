/** Parts of the library for mapping, the server and the commands, besides the public API. No subpath exports it. */

export { conditionsOf, linkResultOf } from './comprehend/link-text.ts'
export {
  COMPREHEND,
  hintSchemas,
  ignoredFields,
  isRecord,
  MAX_HINT_LENGTH,
  MAX_QUERY_LENGTH,
  PASSED_OVER_REASONS,
  parseRequest,
  readHints,
  suggestRequestSchema,
  WORD_ACCOUNTS,
} from './contract.ts'
export { asFileError, placesOf } from './errors.ts'
export { STARTER_VERSION } from './index/registry.ts'
export { nearestName } from './language/nearest-name.ts'
export { type OptionNames, requireOptions } from './language/options.ts'
export { printable } from './language/printable.ts'
export { asksToComprehend, textTargets } from './library/answerer.ts'
export { parseOntologyName } from './library/medlink.ts'
export { proportionOf } from './library/proportion.ts'
export { questionOf } from './library/question.ts'
export { isOfShard, parseShard, type Shard } from './library/shard.ts'
export { buildStarterAside, starterFolder } from './library/starters.ts'
export { hintKey, SITE_NAME_COLUMNS, siteNameKey } from './ontologies/site-names.ts'
export { ICD10CM_SYSTEM, mapToIcd10cm } from './ontologies/snomed/linking/icd10cm-map.ts'
