import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** The test files of a tree, and what they load. Paths are below its root, with slashes. */
export class TestFiles {
  readonly #root: string
  /** File → the files of the tree that it loads itself. */
  readonly #loads = new Map<string, readonly string[]>()
  readonly #steps = new Map<string, ReadonlyMap<string, number>>()

  constructor(root: string) {
    this.#root = root
    const paths = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    for (const path of paths.sort())
      if (path.endsWith('.test.ts')) this.#steps.set(`test/${path}`, this.#reach(`test/${path}`))
  }

  /**
   * The test files that load a source file: its own first, then by the steps of import between them, and the quick ones
   * before the slow.
   *
   * @param durations how long test files take, in ms
   */
  of(source: string, durations: ReadonlyMap<string, number> = new Map()): string[] {
    const durationOf = (path: string) => durations.get(path) ?? 0
    const own = source.replace(/^src\//, 'test/').replace(/\.ts$/, '.')
    const distances = [...this.#steps].flatMap(([path, steps]) => {
      const distance = path.startsWith(own) ? 0 : steps.get(source)
      return distance === undefined ? [] : [{ path, distance }]
    })
    return distances
      .sort((a, b) => a.distance - b.distance || durationOf(a.path) - durationOf(b.path))
      .map(({ path }) => path)
  }

  /** True if a file loads another one, at any distance. */
  isLoadedBy(source: string, path: string): boolean {
    return this.#reach(path).has(source)
  }

  /** The files that a file loads, at any distance, each with the steps of import to it. */
  #reach(start: string): Map<string, number> {
    const steps = new Map([[start, 0]])
    // A map is walked in the order of insertion, and so comes to what is added on the way.
    for (const [path, count] of steps)
      for (const target of this.#loadsOf(path)) if (!steps.has(target)) steps.set(target, count + 1)
    return steps
  }

  #loadsOf(path: string): readonly string[] {
    let loads = this.#loads.get(path)
    if (loads === undefined) {
      const source = readFileSync(join(this.#root, path), 'utf8')
      loads = specifiersOf(source)
        .filter((specifier) => specifier.startsWith('.') && specifier.endsWith('.ts'))
        .map((specifier) => relative(this.#root, join(this.#root, dirname(path), specifier)))
        .filter((target) => existsSync(join(this.#root, target)))
      this.#loads.set(path, loads)
    }
    return loads
  }
}

/** What a source text imports, types left out. */
function specifiersOf(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const specifiers: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier !== undefined && ts.isStringLiteral(specifier)) specifiers.push(specifier.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return specifiers
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node))
    return node.importClause?.isTypeOnly ? undefined : node.moduleSpecifier
  if (ts.isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport ? node.arguments[0] : undefined
}
