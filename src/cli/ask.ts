import { plainQuestion } from '../assistant/question.ts';
import { defineCommand } from 'citty';
import type { App } from '../app.ts';
import { answer } from '../assistant/answer.ts';
import type { AnswerEvent } from '../assistant/answer-event.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { type Log, redact } from '../lib/log.ts';
import { dataOption, jsonOption, pathArgument } from './arguments.ts';
import { builtOption, builtPlace } from './built-option.ts';
import { exitCodes } from './exit-codes.ts';
import { openDocs } from './open-docs.ts';

export const askCommand = defineCommand({
  meta: { name: 'docent ask', description: 'Answer a question from a folder of docs.' },
  args: {
    question: { type: 'positional', required: true, description: 'What to ask.' },
    path: pathArgument,
    built: builtOption,
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const { app, organization, project } = await openDocs(
      args.path,
      { dataFolder: args.data },
      { built: args.built === undefined ? undefined : builtPlace(args.built) },
    );
    const left = new AbortController();
    process.once('SIGINT', () => left.abort());
    try {
      await using docs = await app.indexes.lease(project);
      const scope = { organization, project, ...docs, protocol: 'cli', requestId: 'cli' };
      const faults: string[] = [];
      const deps = args.json ? app : { ...app, log: keepFaults(app, faults) };
      const { events } = await answer(deps, scope, plainQuestion('cli', args.question), left.signal);
      const failed = args.json ? await printLines(events) : await printAnswer(events, faults);
      if (left.signal.aborted) return exitCodes.interrupted;
      return failed ? exitCodes.model : exitCodes.ok;
    } finally {
      await app.close();
    }
  },
});

/** A log that keeps the reason of a model's failure, to show the caller as text instead of JSON. */
function keepFaults({ log, config }: App, faults: string[]): Log {
  const keep = (level: 'warn' | 'error') => (fields: object, message: string) => {
    if (!('kind' in fields && 'message' in fields)) log[level](fields, message);
    else if (level === 'error') {
      const advice = 'advice' in fields && fields.advice !== undefined ? ` ${String(fields.advice)}` : '';
      faults.push(redact(`${String(fields.message).replace(/[^.!?]$/, '$&.')}${advice}`, config.secrets));
    }
  };
  return { debug() {}, info() {}, warn: keep('warn'), error: keep('error') };
}

/** Prints text as it streams, then the list of sources. */
async function printAnswer(events: AsyncIterable<AnswerEvent>, faults: string[]): Promise<boolean> {
  let failed = false;
  for await (const event of events) {
    if (event.type === 'text') process.stdout.write(cleanForTerminal(event.delta));
    else if (event.type === 'error') {
      failed = true;
      const [fault] = faults;
      const why = fault === undefined ? event.message : `The language model did not answer: ${fault}`;
      console.error(`\ndocent: ${why}`);
    }
  }
  console.log();
  return failed;
}

/** Prints each event as a line of JSON. */
async function printLines(events: AsyncIterable<AnswerEvent>): Promise<boolean> {
  let failed = false;
  for await (const event of events) {
    failed ||= event.type === 'error';
    console.log(JSON.stringify(event));
  }
  return failed;
}
