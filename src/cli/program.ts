/**
 * Commands, their options and help. A command's own module is imported when it runs, so that asking for help opens no index
 * and loads no database.
 */

import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ExportAuditOptions, VerifyAuditOptions } from './commands/audit.ts'
import type { RestoreOptions } from './commands/backup.ts'
import type { BuildOptions } from './commands/build.ts'
import type { CheckOptions } from './commands/check.ts'
import type { AddClientOptions, ClientOptions } from './commands/client.ts'
import type { ConceptOptions } from './commands/concept.ts'
import type { DiffOptions } from './commands/diff.ts'
import type { DownloadOptions } from './commands/download.ts'
import type { EvalOptions } from './commands/eval.ts'
import type { LinkOptions } from './commands/link.ts'
import type { MapCommandOptions } from './commands/map.ts'
import type { McpCommandOptions } from './commands/mcp.ts'
import type { MergeCommandOptions } from './commands/merge.ts'
import type { ExportNamesOptions } from './commands/names.ts'
import type { NoteOptions } from './commands/note.ts'
import type { ExportPatientOptions } from './commands/patient.ts'
import type {
  CreateProjectOptions,
  ExportOptions,
  ImportOptions,
  MoveCommandOptions,
} from './commands/project.ts'
import type { RegistryOptions } from './commands/registry.ts'
import type { ReviewOptions } from './commands/review.ts'
import type { ServeOptions } from './commands/serve.ts'
import type { SuggestOptions } from './commands/suggest.ts'
import type { TokenOptions } from './commands/token.ts'
import type { ListWorkspacesOptions, SetWorkspaceOptions } from './commands/workspace.ts'
import { hasColour, type Io, lineWidth, paintFor } from './io.ts'
import type { SettingOptions } from './settings.ts'

/** The program, ready to parse. Asking for help or a wrong call throws commander's `CommanderError`. */
export function createProgram(io: Io): Command {
  const paint = paintFor(io.stdout, io.env)
  const program = new Command('medlink')
    .description('Links medical text to codes, offline, with indexes of your own.')
    .version(packageVersion(), '-V, --version', 'print the version of Medlink')
    // Options before the command are the program's, those after it the command's: both have a --version.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => lineWidth(io),
      getErrHelpWidth: () => io.stderr.columns || 80,
      getOutHasColors: () => hasColour(io.stdout, io.env),
      getErrHasColors: () => hasColour(io.stderr, io.env),
      outputError: (text, write) => write(withoutArguments(text)),
    })
    .configureHelp({ styleTitle: (title) => paint('bold', title) })
    .showHelpAfterError('Add --help to see what it takes.')
    .addHelpText(
      'after',
      examples(
        'medlink link "type 2 diabetes with neuropathy" -o icd-10-cm',
        'medlink link hemoglobin -o loinc --unit g/dL --specimen "whole blood"',
        'medlink build icd-10-cm --release ./2026-code-descriptions-tabular-order.zip',
      ),
    )
    .addHelpText(
      'after',
      '\nIndexes are read from --dir, else $MEDLINK_DIR, else ./indexes if it exists, else starters from the cache folder of the user.\nExit codes: 0 done, 1 refused (the reason is on stderr), 2 wrong usage.',
    )
  addLink(program, io)
  addMap(program, io)
  addMerge(program, io)
  addProject(program, io)
  addNames(program, io)
  addComprehend(program, io)
  addSuggest(program, io)
  addConcept(program, io)
  addDiff(program, io)
  addRegistry(program, io)
  addCheck(program, io)
  addDownload(program, io)
  addBuild(program, io)
  addEval(program, io)
  addServe(program, io)
  addMcp(program, io)
  addReview(program, io)
  addToken(program, io)
  addClient(program, io)
  addPatient(program, io)
  addWorkspace(program, io)
  addAudit(program, io)
  addKeys(program, io)
  addBackup(program, io)
  return program
}

function addLink(program: Command, io: Io): void {
  const command = program
    .command('link')
    .summary('codes for a mention')
    .description(
      'Codes for one mention, best first, with a yes (✓ linked) for at most one of them. With -v comprehend the text may ' +
        'be a whole note: each of its conditions is found, told apart and linked.',
    )
    .argument('[text...]', 'the mention; "-" or nothing reads one a line from stdin')
    .requiredOption('-o, --ontology <name>', `the vocabulary to link to: ${ONTOLOGIES}`)
    .option(
      '-v, --version <version>',
      'its version (default: the newest installed); of icd-10-cm and snomed also comprehend: free text, its conditions ' +
        'one by one',
    )
    .option(
      '--file <file>',
      'with -v comprehend: the whole file, or all of stdin for "-", is one text',
    )
    .option(
      '--release <version>',
      'with -v comprehend: the version that answers (default: the newest)',
    )
    .option('-k, --top-k <count>', 'how many candidates, 1 to 10', wholeNumber(1, 10), 5)
    .option('--unit <unit>', 'hint: the unit of the result, e.g. g/dL')
    .option('--specimen <specimen>', 'hint: what was examined, e.g. whole blood')
    .option('--specimen-text <text>', 'hint: the same in free text, e.g. "EDTA blood, venous"')
    .option('--value <value>', 'hint: the result, e.g. 13.2 or positive')
    .option('--range <range>', 'hint: the reference range, e.g. "13.0 - 17.0"')
    .option('--panel-name <name>', 'hint: the panel that the test stands in, e.g. urinalysis')
    .option('--method <method>', 'hint: how it is measured, e.g. ELISA')
    .option('--extended-test-name <name>', 'hint: another name of the test')
    .option('--form <form>', 'hint: the form of a drug, e.g. Tablet or Inj.')
    .option('--generic-name <name>', 'hint: its ingredients, e.g. "amoxicillin; clavulanic acid"')
    .option('--dose-unit <unit>', 'hint: what a dose is counted in, e.g. mg or tablet')
    .option('--dose-custom <dose>', 'hint: the dose in free text')
    .option('--age <years>', 'hint: the age of the patient, for the map from SNOMED CT')
    .option('--sex <sex>', 'hint: the sex of the patient, for the same')
    .addOption(
      new Option('--collapse <by>', 'one row a code (concept) or one a matching name (term)')
        .choices(['concept', 'term'])
        .default('concept'),
    )

  addAnswerOptions(command)
    .option('--explain', 'show what was read, and the parts of each score')
    .option(
      '--jsonl',
      'a filter: a request as JSON a line of stdin, what becomes of it a line of stdout; what a request does not say ' +
        'itself is as the options have it',
    )
    .option(
      '--jobs <count>',
      'with --jsonl: how many threads link (default: all cores)',
      wholeNumber(1, 64),
    )
    .option(
      '--shard <i/n>',
      'with --jsonl: only the i-th of n parts of the requests, chosen by their content',
    )
    .addOption(jsonOption("print the library's result object; one line a mention for stdin"))
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText(
      'after',
      examples(
        'medlink link fracture of left wrist -o icd-10-cm --explain',
        'medlink link sprain of right ankle -o icd-10-cm --billable --encounter initial',
        'medlink link hemoglobin -o loinc --unit g/dL --specimen "whole blood"',
        'medlink link "urine sugar" -o loinc --value negative --explain',
        'medlink link "Tab Dolo 650 1-0-1" -o medication',
        'medlink link Augmentin -o medication --form tablet --generic-name "amoxicillin; clavulanic acid"',
        'medlink link "waterworks infection" -o icd-10-cm --strictness balanced',
        'medlink link -o icd-10-cm --json < mentions.txt > results.jsonl',
        'medlink link -o loinc --jsonl < requests.jsonl > results.jsonl',
        'medlink link "no fever, h/o asthma" -o icd-10-cm -v comprehend',
        'medlink link -o icd-10-cm -v comprehend --file note.txt',
      ),
    )
    .action(async (text: string[], options: LinkOptions) => {
      await (await import('./commands/link.ts')).link(io, text, options)
    })
}

function addMap(program: Command, io: Io): void {
  const command = program
    .command('map')
    .summary('codes for every row of a table')
    .description(
      'Links each row of a table (CSV, TSV, JSON Lines, Parquet) and writes it to another file, with the results added. Columns are ' +
        'named, or recognised by their usual names. A run that was stopped or killed goes on with --resume.',
    )
    .argument('<input>', 'the table')
    .requiredOption('-o, --ontology <name>', `the vocabulary to link to: ${ONTOLOGIES}`)
    .option('-v, --version <version>', 'its version (default: the newest installed)')
    .requiredOption('--out <file>', 'where the rows go; the end of its name says in which format')
    .addOption(
      new Option('--format <format>', 'format of the output, whatever its name').choices([
        'csv',
        'tsv',
        'jsonl',
      ]),
    )

  addAnswerOptions(addColumnOptions(command))
    .option('--resume', 'continue a run that was stopped, or start one')
    .option('--force', 'replace the output and the rest of an earlier run')
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the rows, chosen by their content; columns row and rows give their places',
    )
    .option('--jobs <count>', 'how many threads link (default: all cores)', wholeNumber(1, 64))
    .addOption(jsonOption('print the summary as one object'))
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText(
      'after',
      examples(
        'medlink map tests.csv -o loinc --out mapped.csv',
        'medlink map tests.csv -o loinc --text "Test Name" --unit UOM --specimen Sample --out mapped.csv',
        'medlink map problems.jsonl -o icd-10-cm --billable --out mapped.jsonl --resume',
        'medlink map tests.csv -o loinc --shard 2/8 --out part-2.csv',
      ),
    )
    .action(async (input: string, options: MapCommandOptions) => {
      await (await import('./commands/map.ts')).map(io, input, options)
    })
}

function addMerge(program: Command, io: Io): void {
  program
    .command('merge')
    .summary('the shards of a mapped table as one table')
    .description(
      'Joins all parts that map --shard wrote, in the order of the table: the same bytes as one run without shards.',
    )
    .argument('<part...>', 'the files that map --shard wrote, in any order')
    .requiredOption('--out <file>', 'where the rows go')
    .option('--force', 'replace an existing file')
    .addOption(jsonOption('print {parts, rows}'))
    .addHelpText('after', examples('medlink merge part-*.csv --out mapped.csv'))
    .action(async (parts: string[], options: MergeCommandOptions) => {
      await (await import('./commands/merge.ts')).merge(io, parts, options)
    })
}

function addProject(program: Command, io: Io): void {
  const project = program
    .command('project')
    .summary('map a whole catalogue, with decisions by people')
    .description(
      'A mapping project has the rows of a table, the candidates for each, and what people decided. It is one file; or, as ' +
        'postgres://user:password@host/database?schema=name, a schema of PostgreSQL.',
    )
  const create = project
    .command('create')
    .summary('make a project from a table')
    .description(
      'Links each different row of a table (CSV, TSV, JSON Lines, Parquet) and keeps rows and candidates as a project. Columns are ' +
        'named, or recognised by their usual names.',
    )
    .argument('<project>', 'a file that does not exist yet')
    .requiredOption('--source <table>', 'the table')
    .requiredOption('-o, --ontology <name>', `the vocabulary to link to: ${ONTOLOGIES}`)
    .option('-v, --version <version>', 'its version (default: the newest installed)')
    .option('-k, --top-k <count>', 'how many candidates, 1 to 10', wholeNumber(1, 10), 5)
    .option('--frequency <column>', 'column of how often a row occurs, a whole number')
  addRequestOptions(addColumnOptions(create))
    .option('--jobs <count>', 'how many threads link (default: all cores)', wholeNumber(1, 64))
    .addOption(jsonOption('print {about, progress}'))
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples('medlink project create labs.medmap --source tests.csv -o loinc --frequency Count'),
    )
    .action(async (where: string, options: CreateProjectOptions) => {
      await (await import('./commands/project.ts')).create(io, where, options)
    })
  project
    .command('status')
    .summary('progress of a project')
    .description('Prints how many terms are mapped, open or disagreed upon, why, and by whom.')
    .argument('<project>', 'the project')
    .addOption(jsonOption('print {about, progress}'))
    .action(async (where: string, options: { json?: true }) => {
      await (await import('./commands/project.ts')).status(io, where, options)
    })
  const exporting = project
    .command('export')
    .summary("write what was decided as another program's file")
    .description('Writes the decisions of a project as a file that other programs read.')
    .argument('<project>', 'the project')
  addExchangeOptions(exporting)
    .requiredOption('--out <file>', 'where they go')
    .option(
      '--source <name>',
      "what the site's own codes are called: a URI, or for OMOP a source_vocabulary_id",
    )
    .addOption(
      new Option('--release <release>', 'of concept-map: which FHIR (default: r4)').choices([
        'r4',
        'r5',
      ]),
    )
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'medlink project export labs.medmap --format usagi --out usagi.csv --concepts CONCEPT.csv',
      ),
    )
    .action(async (where: string, options: ExportOptions) => {
      await (await import('./commands/project.ts')).exportTo(io, where, options)
    })
  const importing = project
    .command('import')
    .summary("take in what was decided in another program's file")
    .description(
      'Adds the decisions of a file to those of a project. Rows of the file that the project lacks are reported.',
    )
    .argument('<project>', 'the project')
    .argument('<file>', 'the file')
  addExchangeOptions(importing)
    .requiredOption('--reviewer <name>', 'reviewer of decisions without a name')
    .addOption(jsonOption('print the outcome of the rows as an object'))
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples('medlink project import labs.medmap mapped.tsv --format sssom --reviewer asha'),
    )
    .action(async (where: string, file: string, options: ImportOptions) => {
      await (await import('./commands/project.ts')).importFrom(io, where, file, options)
    })
  addProjectMove(project, io)
}

function addProjectMove(project: Command, io: Io): void {
  project
    .command('move')
    .summary('move a project to another release')
    .description(
      'Links every term of a project to another release that is installed, in one step or not at all. Decisions stay; those ' +
        'that the release affects need a review, and are printed: a line each of term, change, before and ' +
        'after. "diff --project" shows the changes without making them.',
    )
    .argument('<project>', 'the project')
    .requiredOption('--to <version>', 'the release')
    .option('--jobs <count>', 'how many threads link (default: all cores)', wholeNumber(1, 64))
    .addOption(jsonOption("print the library's object"))
    .addOption(dirOption())
    .addHelpText('after', examples('medlink project move problems.medmap --to 2027'))
    .action(async (where: string, options: MoveCommandOptions) => {
      await (await import('./commands/project.ts')).move(io, where, options)
    })
}

function addExchangeOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'the format of the file')
        .choices(['usagi', 'source-to-concept-map', 'sssom', 'concept-map'])
        .makeOptionMandatory(),
    )
    .option('--concepts <file>', "CONCEPT.csv of Athena, for OMOP's concept_ids")
}

function addNames(program: Command, io: Io): void {
  program
    .command('names')
    .summary("the site's own names of codes")
    .description("Tables of the site's own names of codes, which --names takes.")
    .command('export')
    .summary('what was decided in a mapping project, as names')
    .description(
      'Writes a table of the terms of a mapping project that all who decided on them gave one code that means the same.',
    )
    .argument('<project>', 'the project')
    .requiredOption('--out <file>', 'where the table goes')
    .option('--force', 'replace an existing file')
    .addOption(jsonOption('print {names, left_out}'))
    .addHelpText('after', examples('medlink names export labs.medmap --out names.tsv'))
    .action(async (where: string, options: ExportNamesOptions) => {
      await (await import('./commands/names.ts')).exportNamesTo(io, where, options)
    })
}

function addComprehend(program: Command, io: Io): void {
  const command = program
    .command('comprehend')
    .summary('everything that a note names')
    .description(
      'Problems, medications, tests, procedures and allergies of a note, each with its context and its code. Kinds whose ' +
        'vocabulary is not installed are named on stderr.',
    )
    .argument('[file]', 'the note; "-" reads it from stdin')
    .option('--text <text>', 'the note itself, instead of a file')
    .option(
      '--find <kinds>',
      'only these kinds, with commas: problem,medication,test,procedure,allergy',
    )
    .option(
      '-o, --ontology <name>',
      'the vocabulary of the problems: icd-10-cm or snomed',
      'icd-10-cm',
    )
    .option('-v, --version <version>', 'its version (default: the newest installed)')
    .option('-k, --top-k <count>', 'how many candidates of each, 1 to 10', wholeNumber(1, 10), 5)
  addTextOptions(command)
    .addOption(jsonOption('print the whole answer'))
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText(
      'after',
      examples(
        'medlink comprehend note.txt',
        'medlink comprehend --text "fever x 3 days, no cough. Hb 9.2 g/dL"',
        'medlink comprehend note.txt --find medication,allergy --json',
      ),
    )
    .action(async (file: string | undefined, options: NoteOptions) => {
      await (await import('./commands/note.ts')).comprehendNote(io, file, options)
    })
}

function addSuggest(program: Command, io: Io): void {
  program
    .command('suggest')
    .summary('codes for what is being typed')
    .description(
      'Type-ahead: codes with a name that has the words typed so far, each perhaps only begun, or that begin as typed; the ' +
        'commonest first. Without words, a list that follows the keys: arrows and Enter choose a code, Escape ends.',
    )
    .argument('[prefix...]', 'words, each perhaps unfinished; nothing to type them on the terminal')
    .requiredOption('-o, --ontology <name>', `the vocabulary: ${ONTOLOGIES}`)
    .option('-v, --version <version>', 'its version (default: the newest installed)')
    .option('-n, --limit <count>', 'how many suggestions, 1 to 50', wholeNumber(1, 50), 10)
    .option(
      '--tag <tag>',
      'of SNOMED CT, only this semantic tag, e.g. disorder; again for more',
      collect,
    )
    .option('--billable', 'of ICD-10-CM, only codes that can be billed')
    .option('--class <class>', 'of LOINC, only this class, e.g. CHEM')
    .option('--specimen <specimen>', 'of LOINC, only tests of this specimen, e.g. urine')
    .addOption(jsonOption('print an array of {code, name, …}, or the one that was chosen'))
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText(
      'after',
      examples(
        'medlink suggest diab ret -o icd-10-cm --billable -n 5',
        'medlink suggest creat -o loinc --specimen urine',
        'medlink suggest -o snomed --tag disorder --tag finding',
      ),
    )
    .action(async (prefix: string[], options: SuggestOptions) => {
      await (await import('./commands/suggest.ts')).suggest(io, prefix, options)
    })
}

function addConcept(program: Command, io: Io): void {
  program
    .command('concept')
    .summary('everything known of a code')
    .description(
      'Names, place in the hierarchy, properties and counterparts of one code; or, with --under, whether it lies below ' +
        'another one.',
    )
    .argument('<ontology>', `the vocabulary: ${ONTOLOGIES}`)
    .argument('<code>', 'the code, e.g. E11.9 or 718-7')
    .option('-v, --version <version>', 'version of the vocabulary (default: the newest installed)')
    .option(
      '--under <code>',
      'print yes or no: whether the code lies below this one, at any distance',
    )
    .addOption(
      jsonOption("print the library's concept object; {code, ancestor, under} with --under"),
    )
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples(
        'medlink concept icd-10-cm E11.9',
        'medlink concept loinc 718-7',
        'medlink concept icd-10-cm E11.65 --under E11',
      ),
    )
    .action(async (ontology: string, code: string, options: ConceptOptions) => {
      await (await import('./commands/concept.ts')).concept(io, ontology, code, options)
    })
}

function addDiff(program: Command, io: Io): void {
  program
    .command('diff')
    .summary('what changed from one release to another')
    .description(
      'Codes that one installed version has differently from another: added, retired, renamed, split or merged, and whose ' +
        'flags changed, such as billable; a line each of code, change, before and after.',
    )
    .requiredOption('-o, --ontology <name>', `the vocabulary: ${ONTOLOGIES}`)
    .requiredOption('--from <version>', 'the version before')
    .requiredOption('--to <version>', 'the version after')
    .option(
      '--project <file>',
      'a mapping project of the version before: which of its terms and decisions change instead',
    )
    .addOption(jsonOption("print the library's object"))
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples(
        'medlink diff -o icd-10-cm --from 2026 --to 2027',
        'medlink diff -o icd-10-cm --from 2026 --to 2027 --project problems.medmap',
      ),
    )
    .action(async ({ project, ...options }: DiffOptions & { project?: string }) => {
      if (project === undefined) await (await import('./commands/diff.ts')).diff(io, options)
      else await (await import('./commands/project.ts')).compare(io, project, options)
    })
}

function addRegistry(program: Command, io: Io): void {
  program
    .command('registry')
    .summary('what is installed')
    .description('Installed vocabularies with their versions, sizes, licences and source files.')
    .addOption(jsonOption("print the library's registry object"))
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples('medlink registry', 'medlink registry --dir /srv/indexes --json'),
    )
    .action(async (options: RegistryOptions) => {
      await (await import('./commands/registry.ts')).registry(io, options)
    })
}

function addCheck(program: Command, io: Io): void {
  program
    .command('check')
    .summary('check index files for damage')
    .description(
      'Reads every byte of the installed indexes and says what is damaged. Exits 1 when anything is.',
    )
    .option('-o, --ontology <name>', 'only this vocabulary (default: all that are installed)')
    .addOption(jsonOption('print an array of {ontology, version, faults}'))
    .addOption(dirOption())
    .addHelpText('after', examples('medlink check', 'medlink check -o loinc --dir /srv/indexes'))
    .action(async (options: CheckOptions) => {
      await (await import('./commands/check.ts')).check(io, options)
    })
}

function addDownload(program: Command, io: Io): void {
  program
    .command('download')
    .summary('fetch a public-domain release from its publisher')
    .description(
      'Fetches a release that its publisher gives to everybody, ready for "medlink build". A download that was cut ' +
        'off goes on where it stopped.',
    )
    .argument('<ontology>', 'icd-10-cm (CMS and CDC/NCHS, public domain)')
    .option('--version <year>', 'the edition, by fiscal year (default: the one in force today)')
    .option('--to <folder>', 'where the files go', './releases')
    .addOption(jsonOption('print {version, folder, files, warnings}'))
    .addHelpText('after', examples('medlink download icd-10-cm --version 2026 --to ./releases'))
    .action(async (ontology: string, options: DownloadOptions) => {
      await (await import('./commands/download.ts')).download(io, ontology, options)
    })
}

function addBuild(program: Command, io: Io): void {
  program
    .command('build')
    .summary('compile a release into an index')
    .description(
      'Compiles a publisher\'s release into an index, in the place of an older one of the same version. "build ' +
        'starter" installs the sample vocabularies that come with Medlink.',
    )
    .argument('<ontology>', 'e.g. icd-10-cm or loinc; or starter')
    .option(
      '--release <path>',
      "the publisher's folder or zip; again for each part of it, e.g. an edition and its extension, or each source of drugs",
      collect,
    )
    .option('--version <version>', 'name of the version (default: what the release says of itself)')
    .option('--dialect <code>', 'dialect of the preferred names if there are several, e.g. en-GB')
    .addOption(namesOption())
    .option('--lenient', 'leave out lines that cannot be read, and count them')
    .option('--force', 'build it with less than a tenth of the codes that are installed, too')
    .option(
      '--flexsearch-names <count>',
      'names in the FlexSearch index, which a web page suggests from (default: 50000)',
      wholeNumber(1, 10_000_000),
    )
    .option('--no-flexsearch', 'make no FlexSearch index, and remove an older one of the version')
    .option('--out <folder>', 'root of the indexes (default: $MEDLINK_DIR, else ./indexes)')
    .addOption(
      jsonOption(
        'print {ontology, version, file, counts, flexsearch, warnings, seconds}, an array for starter',
      ),
    )
    .addOption(dirOption())
    .addHelpText(
      'after',
      examples(
        'medlink build icd-10-cm --release ./2026-code-descriptions-tabular-order.zip',
        'medlink build loinc --release ./Loinc_2.82.zip',
        'medlink build snomed --release ./EDITION.zip --release ./EXTENSION.zip --dialect en-GB',
        'medlink build medication --release ./RxNorm_prescribe.zip --release ./products',
        'medlink build starter --out ./indexes',
      ),
    )
    .action(async (ontology: string, options: BuildOptions) => {
      await (await import('./commands/build.ts')).build(io, ontology, options)
    })
}

function addEval(program: Command, io: Io): void {
  const command = program
    .command('eval')
    .summary('measure linking on cases with known answers')
    .description(
      'Answers every case of a file and counts how often the answer is right. A case is one line, and all lines of a ' +
        'file are of one kind, told by their keys. Mentions, how often the right code came first and how far a yes can ' +
        'be trusted: {"id","request":{"query","ontology","metadata"},"gold":[codes],"reject":[codes],"weight":n}, where ' +
        'an empty gold means that nothing should be linked. Documents, how many of their codes of ICD-10-CM are found: ' +
        '{"id","text","codes":[codes]}. Sentences, whether what they say of a condition is understood: ' +
        '{"id","sentence","condition","negated":bool,"historical":bool,"not_patient":bool}.',
    )
    .argument('<cases>', 'a file with one JSON object a line')
    .option('-o, --ontology <name>', "link to this vocabulary instead of each case's own")
    .option('-v, --version <version>', 'its version (default: the newest installed)')

  addAnswerOptions(command)
    .option('--results <file>', 'write the answers there, one JSON object a case in the same order')
    .option('--jobs <count>', 'how many workers share the mentions', wholeNumber(1, 64), 1)
    .addOption(jsonOption('print the figures as one object'))
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText(
      'after',
      examples(
        'medlink eval cases.jsonl -o icd-10-cm',
        'medlink eval cases.jsonl -o icd-10-cm --billable --strictness balanced',
        'medlink eval cases.jsonl --jobs 4 --results answers.jsonl --json',
        'medlink eval documents.jsonl --json',
        'medlink eval sentences.jsonl',
      ),
    )
    .action(async (cases: string, options: EvalOptions) => {
      await (await import('./commands/eval.ts')).evaluateFile(io, cases, options)
    })
}

function addServe(program: Command, io: Io): void {
  const command = program
    .command('serve')
    .summary('answer over HTTP')
    .description(
      'Serves linking and profiles over HTTP, on this machine alone unless told otherwise. Everything else is set in the ' +
        'environment: MEDLINK_JWT_SECRET or MEDLINK_JWKS, MEDLINK_JWT_ISSUER, MEDLINK_JWT_AUDIENCE, MEDLINK_DATABASE_URL, ' +
        'MEDLINK_WORKERS, MEDLINK_RATE_LIMIT, MEDLINK_TRUSTED_PROXIES, MEDLINK_LOG_LEVEL, and MEDLINK_ before the name of each option.',
    )
    .option('--host <address>', 'where to listen (default: 127.0.0.1)')
    .option('--port <port>', 'at which port (default: 8080)')
    .option('--processes <count>', 'how many processes answer (default: 1)')
    .addOption(
      new Option(
        '--only <part>',
        'serve linking alone, without profiles, documents, webhooks and their database',
      ).choices(['linking']),
    )
    .option('--project <file>', 'a mapping project, to be reviewed at /review')
    .addOption(namesOption())
  addSettingOptions(command)
    .addHelpText(
      'after',
      examples(
        'medlink serve',
        'medlink serve --dir /srv/indexes --processes 2',
        'medlink serve --only linking',
      ),
    )
    .action(async (options: ServeOptions) => {
      await (await ofServer(import('./commands/serve.ts'))).serve(io, options)
    })
}

function addMcp(program: Command, io: Io): void {
  program
    .command('mcp')
    .summary('answer a language model')
    .description(
      'A server of the Model Context Protocol over stdin and stdout: a client starts it and calls its tools, which only read. ' +
        'Without --dir, $MEDLINK_DIR and ./indexes it answers from starters, which it builds in the cache folder of the user.',
    )
    .addOption(dirOption())
    .addOption(namesOption())
    .addHelpText('after', examples('medlink mcp', 'medlink mcp --dir /srv/indexes'))
    .action(async (options: McpCommandOptions) => {
      const command = await optional(import('./commands/mcp.ts'), 'the MCP server')
      await command.mcp(io, options)
    })
}

function addReview(program: Command, io: Io): void {
  program
    .command('review')
    .summary('review a mapping project in the browser')
    .description(
      'Opens a page in which the terms of a mapping project are decided one after the other: accept, another code, no ' +
        'code, later. It is served on this machine alone, until Ctrl-C. Several people review one project behind ' +
        '"medlink serve --project".',
    )
    .argument('<file>', 'the mapping project')
    .option('--reviewer <name>', 'reviewer of the decisions (default: the user of this machine)')
    .option('--no-open', 'print the address, and open no browser')
    .addOption(dirOption())
    .addHelpText('after', examples('medlink review laboratory.medmap --reviewer asha'))
    .action(async (file: string, options: ReviewOptions) => {
      await (await ofServer(import('./commands/review.ts'))).review(io, file, options)
    })
}

function addToken(program: Command, io: Io): void {
  const command = program
    .command('token')
    .summary('make a token to try the server')
    .description(
      'Prints a token that a server with the same settings accepts. Real clients log in instead.',
    )
    .option('--oid <oid>', 'who asks', '10000000000000000')
    .option(
      '--client <id>',
      'the client; its requests need the same client-id header',
      'development',
    )
    .option('--workspace <bid>', 'the workspace', 'development')
    .addOption(roleOption().default('admin'))
    .option('--seconds <count>', 'how long it is valid', wholeNumber(1, 31_536_000), 3600)
  addSettingOptions(command)
    .addOption(jsonOption('print {access_token, expires_in}'))
    .addHelpText(
      'after',
      examples('medlink token', 'medlink token --role user --workspace clinic-7'),
    )
    .action(async (options: TokenOptions) => {
      await (await ofServer(import('./commands/token.ts'))).token(io, options)
    })
}

function addClient(program: Command, io: Io): void {
  const client = program
    .command('client')
    .summary('who may log in to the server')
    .description(
      'Clients log in to the server with an id and a secret, and ask in the name of one workspace.',
    )
  const add = client
    .command('add')
    .summary('register a client')
    .description('Registers a client and prints its id and its secret, which is not shown again.')
    .requiredOption('--workspace <bid>', 'the workspace that it works in')
    .addOption(roleOption().default('user'))
    .option('--oid <oid>', 'the user that it acts for (default: itself, with a new identifier)')
    .option('--expires <date>', 'from then on its secret and tokens are refused (default: never)')
  addSettingOptions(add)
    .addOption(jsonOption('print the client as an object'))
    .action(async (options: AddClientOptions) => {
      await (await ofServer(import('./commands/client.ts'))).addClient(io, options)
    })
  const list = client
    .command('list')
    .summary('list the registered clients')
    .description('Prints each client: id, workspace, role, user, registration date, expiry date.')
  addSettingOptions(list)
    .addOption(jsonOption('print an array of clients'))
    .action(async (options: ClientOptions) => {
      await (await ofServer(import('./commands/client.ts'))).listClients(io, options)
    })
  const remove = client
    .command('remove')
    .summary('remove a client')
    .description('Removes a client. Its tokens are refused from then on.')
    .argument('<id>', 'its client_id')
  addSettingOptions(remove).action(async (id: string, options: ClientOptions) => {
    await (await ofServer(import('./commands/client.ts'))).removeClient(io, id, options)
  })
}

function addPatient(program: Command, io: Io): void {
  const patient = program
    .command('patient')
    .summary('legal holds, and all that is stored of a patient')
    .description('Holds, releases and exports the records of a patient of the server.')
  const commands = () => ofServer(import('./commands/patient.ts'))
  const hold = patient
    .command('hold')
    .summary('begin a legal hold')
    .description(
      'Begins a legal hold: neither the patient nor a document is deleted until `release`.',
    )
    .argument('<oid>', 'the patient')
  addSettingOptions(hold).action(async (oid: string, options: SettingOptions) => {
    await (await commands()).holdPatient(io, oid, options)
  })
  const release = patient
    .command('release')
    .summary('end a legal hold')
    .description('Ends a legal hold.')
    .argument('<oid>', 'the patient')
  addSettingOptions(release).action(async (oid: string, options: SettingOptions) => {
    await (await commands()).releasePatient(io, oid, options)
  })
  const list = patient
    .command('export')
    .summary('write all that is stored of a patient into a zip')
    .description(
      'Writes the profile, documents and reminders as JSON, and the files of documents, into a zip.',
    )
    .argument('<oid>', 'the patient')
    .option('--to <file>', 'the zip (default: patient-<oid>.zip)')
  addSettingOptions(list).action(async (oid: string, options: ExportPatientOptions) => {
    await (await commands()).exportPatientTo(io, oid, options)
  })
}

function addWorkspace(program: Command, io: Io): void {
  const workspace = program
    .command('workspace')
    .summary('settings of a workspace')
    .description('Changes and prints settings of workspaces of the server.')
  const commands = () => ofServer(import('./commands/workspace.ts'))
  const set = workspace
    .command('set')
    .summary('change settings')
    .description(
      'Changes settings of a workspace. Running servers have them at their next request.',
    )
    .argument('<bid>', 'the workspace')
    .addOption(
      new Option('--consent <demand>', 'if documents need a consent that has not expired')
        .choices(['required', 'optional'])
        .makeOptionMandatory(),
    )
  addSettingOptions(set).action(async (bid: string, options: SetWorkspaceOptions) => {
    await (await commands()).setWorkspace(io, bid, options)
  })
  const list = workspace
    .command('list')
    .summary('list workspaces with settings or documents')
    .description('Prints each workspace: its settings, and the bytes of its documents.')
  addSettingOptions(list)
    .addOption(jsonOption('print an array of objects'))
    .action(async (options: ListWorkspacesOptions) => {
      await (await commands()).listWorkspaces(io, options)
    })
}

function addAudit(program: Command, io: Io): void {
  const audit = program
    .command('audit')
    .summary('the audit trail')
    .description('Checks and prints the audit trail of the server.')
  const verify = audit
    .command('verify')
    .summary('check the chain of entries')
    .description('Checks every entry, and prints the number and the hash of the last one.')
    .option('--known <place>', 'what this command printed before: it must still be in the chain')
  addSettingOptions(verify).action(async (options: VerifyAuditOptions) => {
    await (await ofServer(import('./commands/audit.ts'))).verifyAudit(io, options)
  })
  const list = audit
    .command('export')
    .summary('print entries as JSON Lines')
    .description('Prints entries in their order, one a line.')
    .option('--from <date>', 'from this time on')
    .option('--until <date>', 'before this time')
    .option('--workspace <bid>', 'of one workspace')
    .option('--patient <oid>', 'of one patient')
    .addOption(
      new Option('--format <format>', 'entries as they are stored, or AuditEvent of FHIR R4')
        .choices(['json', 'fhir'])
        .default('json'),
    )
  addSettingOptions(list).action(async (options: ExportAuditOptions) => {
    await (await ofServer(import('./commands/audit.ts'))).exportAudit(io, options)
  })
}

function addKeys(program: Command, io: Io): void {
  const keys = program
    .command('keys')
    .summary('keys that records are sealed with')
    .description('Changes the keys of MEDLINK_DATA_KEYS, with which records and files are sealed.')
  const rotate = keys
    .command('rotate')
    .summary('use the first key, and seal plain records')
    .description(
      'Wraps the data keys by the first of MEDLINK_DATA_KEYS, and seals records and files that are plain. Servers may run meanwhile.',
    )
  addSettingOptions(rotate).action(async (options: SettingOptions) => {
    await (await ofServer(import('./commands/keys.ts'))).rotateKeys(io, options)
  })
}

function addBackup(program: Command, io: Io): void {
  const backup = program
    .command('backup')
    .summary('copy the records of the server to a file')
    .description('Copies the records, whole and as of one moment, while the server goes on.')
    .argument('<file>', 'a file that does not exist yet')
  addSettingOptions(backup).action(async (file: string, options: SettingOptions) => {
    await (await ofServer(import('./commands/backup.ts'))).backUp(io, file, options)
  })
  const restore = program
    .command('restore')
    .summary('put a backup in place')
    .description('Puts the records of a backup in place, in one step or not at all.')
    .argument('<file>', 'a file that medlink backup wrote')
    .option('--force', 'replace existing records, which are lost')
  addSettingOptions(restore).action(async (file: string, options: RestoreOptions) => {
    await (await ofServer(import('./commands/backup.ts'))).restore(io, file, options)
  })
}

/** A command of the server. */
function ofServer<Module>(module: Promise<Module>): Promise<Module> {
  return optional(module, 'the server')
}

/**
 * A command whose packages may have been left out.
 *
 * @param of the owner of the packages, for people
 * @throws MedlinkError `internal`, with what to do, where they were
 */
async function optional<Module>(module: Promise<Module>, of: string): Promise<Module> {
  try {
    return await module
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    const { MedlinkError } = await import('../medlink.ts')
    throw new MedlinkError(
      'internal',
      `the packages of ${of} are not installed: install medlink without --omit=optional`,
      { cause: error },
    )
  }
}

/** Options of every command of the server. */
function addSettingOptions(command: Command): Command {
  return command
    .addOption(dirOption())
    .option('--data <folder>', 'folder of the records (default: $MEDLINK_DATA, else ./records)')
    .option('--config <file>', 'settings as JSON (default: $MEDLINK_CONFIG)')
}

function roleOption(): Option {
  const roles = ['admin', 'clinician', 'reviewer', 'linking', 'service', 'user']
  return new Option('--role <role>', 'its role').choices(roles)
}

/** How a table is read, and what its columns hold. */
function addColumnOptions(command: Command): Command {
  return command
    .option('--text <column>', 'column of the text to link')
    .option('--id <column>', 'column of the code or name of a row')
    .option('--unit <column>', 'hint: column of the unit; and so on with the hints of "link":')
    .option('--specimen <column>')
    .option('--specimen-text <column>')
    .option('--value <column>')
    .option('--range <column>')
    .option('--panel-name <column>')
    .option('--method <column>')
    .option('--extended-test-name <column>')
    .option('--form <column>')
    .option('--generic-name <column>')
    .option('--dose-unit <column>')
    .option('--dose-custom <column>')
    .option('--age <column>')
    .option('--sex <column>')
    .option('--no-guess', 'use only columns that are named')
    .option(
      '--encoding <label>',
      'of the input, e.g. windows-1252 (default: detected from its bytes)',
    )
    .option('--delimiter <character>', 'separator of cells (default: detected from the header)')
}

/** Options of a request besides the mention and its hints. No option has a default here: a case of `eval` may say it itself. */
function addRequestOptions(command: Command): Command {
  return addTextOptions(command).addOption(
    new Option(
      '--assume <what>',
      'of LOINC, assume the usual unit or specimen (default: nothing)',
    ).choices(['nothing', 'usual']),
  )
}

/** The same of a request about a text. */
function addTextOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--strictness <how>',
        "certainty that a yes needs: with balanced, patients' own words count (default: high)",
      ).choices(['high', 'balanced']),
    )
    .option('--billable', 'of ICD-10-CM, only codes that can be billed: J45.909 instead of J45')
    .addOption(
      new Option(
        '--encounter <which>',
        'of ICD-10-CM, the code for this encounter: S93.401A',
      ).choices(['initial', 'subsequent', 'sequela']),
    )
}

/** The same of commands that answer with rows, not with one code to decide on. */
function addAnswerOptions(command: Command): Command {
  return addRequestOptions(command).addOption(
    new Option(
      '--granularity <what>',
      'of drugs, whether the product or only its ingredients are linked (default: product)',
    ).choices(['product', 'ingredient']),
  )
}

function dirOption(): Option {
  return new Option(
    '--dir <folder>',
    'root of the indexes (default: $MEDLINK_DIR, else ./indexes, else starters in the cache folder)',
  )
}

function namesOption(): Option {
  return new Option(
    '--names <file>',
    "a table of the site's own names of codes, with tabs between its columns name, ontology, code, note, unit, specimen; " +
      'again for more',
  ).argParser(collect)
}

function jsonOption(description: string): Option {
  return new Option('--json', description)
}

function examples(...commands: readonly string[]): string {
  const title = commands.length === 1 ? 'Example:' : 'Examples:'
  return `\n${title}\n${commands.map((command) => `  $ ${command}`).join('\n')}`
}

/** An option that may be given several times: all its values, in their order. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Parses an option's value. @throws InvalidArgumentError outside `least` to `most` */
function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** Commander's message as ours, without what was typed: it may be a mention in the wrong place. */
function withoutArguments(text: string): string {
  return text
    .replace(/^error: /, 'medlink: ')
    .replace(/unknown command '[\s\S]*'/, 'there is no such command')
    .replace(/unknown option '(--[a-z-]{1,30})(?:=[\s\S]*)?'/, 'there is no such option: $1')
    .replace(/unknown option '[\s\S]*'/, 'there is no such option')
    .replace(/ argument '[\s\S]*' is invalid\. It must be/, ' must be')
    .replace(/ argument '[\s\S]*' is invalid\./, ' cannot be that.')
    .replace(/'-o, --ontology <name>' not specified/, `$&: ${ONTOLOGIES}`)
}

/** The vocabularies, for help and messages: the list itself would load the library. */
const ONTOLOGIES = 'icd-10-cm, loinc, snomed or medication'

/** The version in package.json, which lies at the same depth above src/ and dist/. */
function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return version
}
