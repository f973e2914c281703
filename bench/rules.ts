// npm run bench -- rules FOLDER… [--pages N] [--files PART] [--off FILE#FUNCTION]
// Which code of src/content no docs set proves. Each folder in FOLDER (and in FOLDER/beds) is a docs set; at most N pages of each
// are parsed, all in this process. Without `--off`, under V8's precise coverage: prints the lines that no set runs, and each
// function with the number of sets that run it. What no set runs changes no page.
// With `--off markdown/hero.ts#heroText`: that function returns its first argument; prints of which sets how many pages (their
// text, address or anchors) and broken links change. Give it a time limit: a loop may wait for what the function does.
// `--files`: only those files whose path holds PART.
import { parse } from '@babel/parser';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RunTask } from '../src/content/run-in-worker.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string' }, files: { type: 'string', default: '' }, off: { type: 'string' } },
});
const content = join(import.meta.dirname, '../src/content');
const most = Number(values.pages ?? Infinity);
const folders = positionals.flatMap((path) =>
  [path, join(path, 'beds')].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'beds')
      .map(({ name }) => join(folder, name)),
  ),
);
/** What the switched off function asks. */
const rules = { isOff: false };
if (values.off === undefined) await cover();
else await switchOff(values.off);
process.exit();

/** What a set is read as: each file's pages, addresses and anchors as a hash, and the broken links. */
async function reader(): Promise<(folder: string) => Promise<Map<string, string>>> {
  const { listDocs, takeSources } = await import('../src/content/read-docs.ts');
  const { parsePage, parsePlainPage } = await import('../src/content/parse-page.ts');
  const { parseFormat } = await import('../src/content/parse-format.ts');
  const { openFolder } = await import('../src/content/sources/folder.ts');
  const { configNames } = await import('../src/content/frameworks/claims.ts');
  const { closeLinks } = await import('../src/content/link-closure.ts');
  const { spreadOver } = await import('../src/content/spread-over.ts');
  const { readModule } = await import('../src/content/config/read-module.ts');
  const { readOperations } = await import('../src/content/openapi/read-operations.ts');
  const run = (async ({ kind, source }: { kind: string; source: never }) =>
    kind === 'openapi'
      ? { operations: readOperations(source) }
      : { exports: readModule(source, () => undefined), fault: null }) as unknown as RunTask;
  return async (folder) => {
    const tools = { run, filesAtOnce: 32, room: { characters: 0 } };
    const docs = await listDocs(await openFolder(folder, configNames), {}, new Map(), tools);
    docs.files = spreadOver(docs.files, most);
    const parsed = [];
    for await (const source of takeSources(docs, docs.files)) {
      try {
        parsed.push(parsePage(source, await parseFormat(source)));
      } catch (fault) {
        parsed.push(parsePlainPage(source, (fault as Error).message));
      }
    }
    const { broken } = closeLinks(docs, parsed);
    const read = parsed.map(({ file, pages, targets }) => [
      file,
      hash('sha1', JSON.stringify([pages, targets])),
    ]);
    return new Map([...read, ...broken.map(({ file, target, why }) => [`${file} ${target}`, why])] as never);
  };
}

async function cover(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const read = await reader();
  const ran = new Map<string, Uint8Array>();
  const sets = new Map<string, Map<string, Set<string>>>();
  for (const folder of folders) {
    await read(folder).catch((fault: Error) => console.error(`${basename(folder)}: ${fault.message}`));
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const { url, functions } of result) {
      if (!url.startsWith(`file://${content}`)) continue;
      const path = fileURLToPath(url);
      const now = new Uint8Array(readFileSync(path, 'utf8').length);
      const named = sets.get(path) ?? new Map<string, Set<string>>();
      sets.set(path, named);
      for (const { ranges, functionName } of functions.toSorted(
        (one, two) => one.ranges[0]!.startOffset - two.ranges[0]!.startOffset,
      )) {
        for (const { startOffset, endOffset, count } of ranges)
          now.fill(Math.min(count, 1), startOffset, endOffset);
        const known = named.get(functionName) ?? new Set();
        named.set(functionName, known);
        if (ranges[0]!.count > 0) known.add(basename(folder));
      }
      const before = ran.get(path) ?? now;
      ran.set(
        path,
        now.map((one, at) => one | before[at]!),
      );
    }
  }
  for (const [path, all] of [...ran].toSorted(([one], [two]) => one.localeCompare(two))) {
    if (!path.includes(values.files)) continue;
    let at = 0;
    const lines = readFileSync(path, 'utf8').split('\n');
    const unrun = lines.flatMap((line, nth) => {
      const first = at + line.length - line.trimStart().length;
      at += line.length + 1;
      const isCode = !/^(?:[}\])\s;,]*|\/[/*].*|\*.*)$/.test(line.trim());
      return isCode && all.subarray(first, at - 1).includes(0) ? [nth + 1] : [];
    });
    console.log(
      `\n${path.slice(content.length + 1)}: not run ${unrun.length} of ${lines.length} lines: ${unrun}`,
    );
    for (const [name, { size }] of sets.get(path)!) if (name !== '') console.log(`  ${name}: ${size} sets`);
  }
}

/** Each set that reads otherwise with `FILE#FUNCTION` switched off. */
async function switchOff(rule: string): Promise<void> {
  const [file, name] = rule.split('#');
  Object.assign(globalThis, { rules });
  registerHooks({
    load(url, context, next) {
      if (url !== `file://${join(content, file!)}`) return next(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const { program } = parse(source, { plugins: ['typescript'], sourceType: 'module' });
      const declared = program.body
        .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one))
        .find((one) => one?.type === 'FunctionDeclaration' && one.id?.name === name);
      if (declared?.type !== 'FunctionDeclaration') throw new Error(`${file} has no function ${name}.`);
      const at = declared.body.start! + 1;
      const switched = `${source.slice(0, at)}if (rules.isOff) return arguments[0];${source.slice(at)}`;
      return { format: 'module-typescript', source: switched, shortCircuit: true };
    },
  });
  const read = await reader();
  for (const folder of folders) {
    const before = await read(folder).catch(() => null);
    if (before === null) continue;
    rules.isOff = true;
    const after = await read(folder).catch(() => new Map<string, string>());
    rules.isOff = false;
    const changed = [...before].filter(([key, one]) => after.get(key) !== one).length;
    if (changed > 0 || after.size !== before.size)
      console.log(`${basename(folder)}: ${changed} of ${before.size} pages and broken links`);
  }
}
