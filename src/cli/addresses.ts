import { resolve } from 'node:path';
import { defineCommand } from 'citty';
import { compareWithRule, listAddresses } from '../content/compare-rule.ts';
import { listDocs, parseDocs } from '../content/read-docs.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { docsFolder, jsonOption, pathArgument } from './arguments.ts';
import { builtOption, readBuild } from './built-option.ts';
import { describeComparison } from './describe-built.ts';
import { readConfig } from './read-config.ts';

export const addressesCommand = defineCommand({
  meta: {
    name: 'docent addresses',
    description: 'Print each page’s address and heading ids, and where they come from.',
  },
  args: { path: pathArgument, built: builtOption, json: jsonOption },
  async run({ args }) {
    const tree = await openFolder(resolve(docsFolder(args.path)), configNames);
    const built = args.built === undefined ? undefined : await readBuild(args.built);
    const docs = await listDocs(tree, { baseUrl: readConfig({}).baseUrl, built });
    const parsed = await Array.fromAsync(parseDocs(docs));
    const addresses = listAddresses(docs, parsed);
    if (args.json) console.log(JSON.stringify(addresses));
    else
      for (const { file, url, anchors, by } of addresses)
        console.log(cleanForTerminal([by.padEnd(9), file, url, ...anchors.map((id) => `#${id}`)].join('  ')));
    if (built === undefined) return;
    // Beside the list, which other programs read.
    const lines = describeComparison(docs.built!, await compareWithRule(docs, parsed));
    console.error(cleanForTerminal(lines.join('\n')));
  },
});
