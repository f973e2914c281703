import type { Directive, ModuleDeclaration, Pattern, Program, Statement } from 'estree';
import { moduleFiles } from './module-files.ts';
import { readLiteral } from './read-literal.ts';
import { asList, asObject, type Call } from './values.ts';
import type { Scope, Syntax } from './module-scope.ts';

/** A script's syntax, or the value of a JSON file; null when there is no such file. */
type ReadScript = (file: string) => Program | { json: unknown } | null;

/** Exports by name; `default` is also what `module.exports` gets. */
export type Exports = Record<string, unknown>;

/** Reads a configuration file of the docs as data; empty when it is missing or does not parse. */
export type ReadConfig = (file: string) => Promise<Exports>;

type Names = Map<string, Syntax>;

/** How one evaluation resolves and reads modules. */
type ModuleRules = {
  /** A script's syntax, or the value of a JSON file; null when there is no such file. */
  readScript: ReadScript;
  /** The file that an import resolves to; null when it is not available. */
  resolve: (from: string, source: string) => string | null;
  /** Settings for the scopes of all modules. */
  scope?: Pick<Scope, 'show' | 'hasFunctions' | 'budget'>;
  /** The default export of a file that is no script, such as a page. */
  defaultOf?: (file: string) => unknown;
  /** Global names. */
  globals?: (file: string) => Record<string, unknown>;
};

export type Modules = { exportsOf: (file: string) => Exports; scopeOf: (file: string) => Scope };

/** Evaluated syntax nodes of a configuration: more than any that people write has. */
const maxSteps = 5_000_000;

/** The exports of a script, read from the syntax of the script and its imports. Nothing is run. */
export function evaluateModule(file: string, readScript: ReadScript): Exports {
  const resolve = (from: string, source: string): string | null =>
    source.startsWith('.')
      ? (moduleFiles(from, source).find((one) => readScript(one) !== null) ?? null)
      : null;
  const scope = { hasFunctions: true, budget: { steps: maxSteps } };
  return withoutFunctions(openModules({ readScript, resolve, scope }).exportsOf(file));
}

/** Modules that import one another. Each is read once, on first use. */
export function openModules(rules: ModuleRules): Modules {
  const { resolve, scope: shared, defaultOf, globals } = rules;
  const scripts = new Map<string, ReturnType<ReadScript>>();
  const readScript: ReadScript = (name) => {
    if (!scripts.has(name)) scripts.set(name, rules.readScript(name));
    return scripts.get(name) ?? null;
  };
  const modules = new Map<string, Exports>();
  const scopes = new Map<string, Scope>();
  const exportsOf = (name: string): Exports => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const exports: Exports = Object.create(null);
    modules.set(name, exports);
    const script = readScript(name);
    if (script !== null && 'json' in script) exports['default'] = script.json;
    else if (script !== null) readExports(script, scopeOf(name), exports, (source) => openFrom(name, source));
    const made = defaultOf?.(name);
    if (made !== undefined) {
      exports['default'] = made;
      // Astro's name for a page that is imported.
      exports['Content'] ??= made;
    }
    return exports;
  };
  const openFrom = (from: string, source: string): Exports => {
    const found = resolve(from, source);
    return found === null ? {} : exportsOf(found);
  };
  const scopeOf = (name: string): Scope => {
    const known = scopes.get(name);
    if (known !== undefined) return known;
    const script = readScript(name);
    const scope = createScope(script === null || 'json' in script ? null : script, name);
    scopes.set(name, scope);
    return scope;
  };

  function createScope(script: Program | null, name: string): Scope {
    const names: Names = new Map();
    const imported = new Map<string, () => unknown>();
    for (const statement of script?.body ?? [])
      declare(statement, names, imported, (source) => openFrom(name, source));
    const reading = new Set<string>();
    const values = new Map<string, unknown>([...known, ...Object.entries(globals?.(name) ?? {})]);
    const scope: Scope = {
      ...shared,
      name(id) {
        if (values.has(id)) return values.get(id);
        if (reading.has(id)) return undefined;
        reading.add(id);
        const value = imported.has(id) ? imported.get(id)?.() : readLiteral(names.get(id), scope);
        reading.delete(id);
        values.set(id, value);
        return value;
      },
      call(callee, given) {
        const [first] = given;
        if (callee === 'require' && typeof first === 'string') {
          const exports = openFrom(name, first);
          return exports['default'] ?? exports;
        }
        // The value of a function that needs no arguments is unknown when it is not returned by now.
        if (given.length === 0 && isFunction(names.get(callee))) return undefined;
        const of = scope.name(callee.split('.')[0] ?? '');
        return callValue(callee, given, typeof of === 'function' ? undefined : of);
      },
    };
    return scope;
  }
  return { exportsOf, scopeOf };
}

/** Names that every script has. */
const known: [string, unknown][] = [
  ['__dirname', '.'],
  ['Boolean', (value: unknown) => Boolean(value)],
  ['String', (value: unknown) => (typeof value === 'number' ? String(value) : value)],
];

function isFunction(node: Syntax): boolean {
  return /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(node?.type ?? '');
}

/** Results of calls that compute a path or only help with types; other calls stay data. */
function callValue(callee: string, given: unknown[], of: unknown): unknown {
  const name = callee.split('.').at(-1);
  if (/^Object\.(?:keys|values|entries|fromEntries)$/.test(callee)) return callOfObject(name, given[0]);
  if (callee === 'Object.assign') return Object.assign(Object.create(null), ...given.map(asObject));
  // Type helpers, which return their argument.
  if (name !== undefined && /^define\w*Config$/.test(name)) return given[0];
  if (callee === 'JSON.stringify') return stringify(given[0], given[2]);
  const texts = given.filter((value) => typeof value === 'string');
  if (name === 'join' || name === 'resolve') return texts.join('/');
  if (name === 'fileURLToPath' || name === 'URL') return texts[0];
  return { call: callee, arguments: given, of } satisfies Call;
}

function callOfObject(name: string | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (name === 'fromEntries') return fromEntries(asList(value));
  if (name === 'keys') return Object.keys(value);
  return name === 'values' ? Object.values(value) : Object.entries(value);
}

function fromEntries(entries: unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries.map(asList))
    if (typeof key === 'string' || typeof key === 'number') object[key] = value;
  return object;
}

function declare(
  statement: Statement | ModuleDeclaration | Directive,
  names: Names,
  imported: Map<string, () => unknown>,
  open: (source: string) => Exports,
): void {
  if (statement.type === 'ImportDeclaration') {
    const source = String(statement.source.value);
    for (const specifier of statement.specifiers) {
      const wanted = importedName(specifier);
      imported.set(specifier.local.name, () => {
        const exports = open(source);
        return wanted === '*' ? exports : exports[wanted];
      });
    }
    return;
  }
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration') names.set(declaration.id?.name ?? '', declaration);
  if (declaration?.type !== 'VariableDeclaration') return;
  for (const { id, init } of declaration.declarations) declareNames(id, init, names);
}

/** The names of `const name = …` and `const { name, key: other } = …`, and their values as syntax. */
function declareNames(pattern: Pattern, value: Syntax, names: Names): void {
  if (pattern.type === 'Identifier') names.set(pattern.name, value);
  if (pattern.type === 'AssignmentPattern') declareNames(pattern.left, value, names);
  if (pattern.type !== 'ObjectPattern') return;
  for (const property of pattern.properties) {
    if (property.type === 'RestElement' || property.computed) continue;
    const member = { type: 'MemberExpression', object: value, property: property.key, isTaken: true };
    declareNames(property.value, member as Syntax, names);
  }
}

function importedName(specifier: { type: string; imported?: { type: string; name?: string } }): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return specifier.type === 'ImportSpecifier' ? (specifier.imported?.name ?? '') : '*';
}

function readExports(
  script: Program,
  scope: Scope,
  exports: Exports,
  open: (source: string) => Exports,
): void {
  for (const statement of script.body) {
    if (statement.type === 'ExportDefaultDeclaration') {
      exports['default'] = readLiteral(statement.declaration as Syntax, scope);
    } else if (statement.type === 'ExportAllDeclaration') {
      const { default: _, ...named } = open(String(statement.source.value));
      Object.assign(exports, named);
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source != null) {
      const from = open(String(statement.source.value));
      for (const name of exportedNames(statement)) exports[name.exported] = from[name.local];
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const name of exportedNames(statement)) exports[name.exported] = scope.name(name.local);
    } else if (
      statement.type === 'ExpressionStatement' &&
      statement.expression.type === 'AssignmentExpression'
    ) {
      const { left, right } = statement.expression;
      if (isModuleExports(left)) exports['default'] = readLiteral(right, scope);
    }
  }
}

function exportedNames(statement: {
  declaration?: Syntax;
  specifiers: { local: Syntax; exported: Syntax }[];
}): { local: string; exported: string }[] {
  const declared = (statement.declaration ?? {}) as { declarations?: { id: Pattern }[]; id?: Pattern };
  const patterns = declared.declarations?.map(({ id }) => id) ?? (declared.id ? [declared.id] : []);
  const ids: Names = new Map();
  for (const pattern of patterns) declareNames(pattern, null, ids);
  return [
    ...Array.from(ids.keys(), (name) => ({ local: name, exported: name })),
    ...statement.specifiers.map(({ local, exported }) => ({
      local: nameOf(local),
      exported: nameOf(exported),
    })),
  ];
}

function nameOf(node: Syntax): string {
  return (node as { name?: string } | null)?.name ?? '';
}

/** `module.exports = …`, `exports.default = …`. */
function isModuleExports(left: Syntax): boolean {
  const { object, property } = left as { object?: Syntax; property?: Syntax };
  const place = `${nameOf(object)}.${nameOf(property)}`;
  return place === 'module.exports' || place === 'exports.default';
}

/** Values, and characters of texts, that JSON may be made of. References could expand a few lines to more than memory holds. */
const maxValues = 20_000;
const maxCharacters = 200_000;

/** What `JSON.stringify(value, null, space)` returns, as an example on a page; undefined for what is too large. */
function stringify(value: unknown, space: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !isSmall(value)) return undefined;
  return JSON.stringify(
    value,
    null,
    typeof space === 'number' || typeof space === 'string' ? space : undefined,
  );
}

function isSmall(root: object): boolean {
  const open: unknown[] = [root];
  let [values, characters] = [0, 0];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    values += 1;
    if (typeof next === 'string') characters += next.length;
    if (values > maxValues || characters > maxCharacters) return false;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return true;
}

/** How many functions may return the next one. */
const maxReturned = 4;

/** An object whose functions, at any depth, are replaced by what they return without arguments. */
function withoutFunctions<T extends object>(root: T): T {
  const levels = new Map<object, number>([[root, 0]]);
  // Iterating a map also visits entries that are added meanwhile.
  for (const [object, level] of levels) {
    for (const [key, value] of Object.entries(object)) {
      const [settled, after] = returned(value, level);
      if (settled !== value) (object as Record<string, unknown>)[key] = settled;
      if (typeof settled === 'object' && settled !== null && !levels.has(settled)) levels.set(settled, after);
    }
  }
  return root;
}

function returned(value: unknown, level: number): [value: unknown, level: number] {
  let [settled, after] = [value, level];
  while (typeof settled === 'function') {
    after += 1;
    settled = after > maxReturned ? undefined : (settled as () => unknown)();
  }
  return [settled, after];
}
