import { defineCommand } from 'citty';
import { searchDocs } from '../assistant/search-docs.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { compareMeaning, meaningHint } from './compare-meaning.ts';
import { dataOption, jsonOption, pathArgument, wholeNumber } from './arguments.ts';
import { openDocs } from './open-docs.ts';

export const searchCommand = defineCommand({
  meta: { name: 'docent search', description: 'Search a folder of docs.' },
  args: {
    query: { type: 'positional', required: true, description: 'What to search for.' },
    path: pathArgument,
    limit: {
      type: 'string',
      valueHint: 'N',
      description: 'Maximum number of results, 1 to 50 (default 10).',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const limit = wholeNumber('limit', args.limit, 1, 50) ?? 10;
    const { app, project } = await openDocs(args.path, { dataFolder: args.data });
    try {
      await compareMeaning(app, project, args.query);
      await using docs = await app.indexes.lease(project);
      const query = { text: args.query, limit };
      const { results } = await searchDocs(app.store, project.id, docs.index, query);
      if (args.json) console.log(JSON.stringify(results));
      else if (results.length === 0) console.log('Nothing was found.');
      else
        for (const { url, metadata } of results)
          console.log(cleanForTerminal(`${metadata.title}\n  ${url}\n  ${metadata.snippet}\n`));
      const hint = meaningHint(app, docs.index.info);
      if (hint !== null && !args.json) console.error(hint);
    } finally {
      await app.close();
    }
  },
});
