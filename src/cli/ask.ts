import { plainQuestion } from '../assistant/question.ts';
import { styleText } from 'node:util';
import { defineCommand } from 'citty';
import type { App } from '../app.ts';
import { answer } from '../assistant/answer.ts';
import type { AnswerEvent } from '../assistant/answer-event.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { type Log, redact } from '../lib/log.ts';
import { dataOption, jsonOption, pathArgument } from './arguments.ts';
import { builtOption, builtPlace } from './built-option.ts';
import { compareMeaning, meaningHint } from './compare-meaning.ts';
import { createLineRenderer, renderExcerpts } from './render-answer.ts';
import { exitCodes } from './exit-codes.ts';
import { openDocs } from './open-docs.ts';

export const askCommand = defineCommand({
  meta: { name: 'docent ask', description: 'Answer a question from a folder of docs.' },
  args: {
    question: { type: 'positional', required: true, description: 'What to ask.' },
    path: pathArgument,
    built: builtOption,
    all: { type: 'boolean', description: 'Show every excerpt, not just the best one.' },
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
    try {
      await compareMeaning(app, project, args.question);
      process.once('SIGINT', () => left.abort());
      await using docs = await app.indexes.lease(project);
      const scope = { organization, project, ...docs, protocol: 'cli', requestId: 'cli' };
      const faults: string[] = [];
      const deps = args.json ? app : { ...app, log: keepFaults(app, faults) };
      const { events } = await answer(deps, scope, plainQuestion('cli', args.question), left.signal);
      const isExtractive = app.models[0]?.provider === 'docent';
      const show = isStyled() ? styledPrinter(isExtractive, args.all === true) : plainPrinter;
      const failed = args.json ? await printLines(events) : await printAnswer(events, faults, show);
      if (!args.json) showHints(meaningHint(app, docs.index.info), isExtractive ? modelHint : null);
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

const modelHint =
  'Excerpts, without a language model. To have one write the answers, set DOCENT_MODEL (`docent init` asks for it).';

/** Tells a person, not a program, what would make answers better. */
function showHints(...hints: (string | null)[]): void {
  if (process.stderr.isTTY !== true) return;
  for (const hint of hints)
    if (hint !== null) console.error(styleText('dim', hint, { stream: process.stderr }));
}

/** What takes the parts of an answer as they come. */
type Printer = { take(text: string): void; end(): void };

const plainPrinter: Printer = {
  take: (text) => void process.stdout.write(text),
  end: () => console.log(),
};

function isStyled(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors();
}

/** Shows excerpts when all are there, and what a model writes line by line. */
function styledPrinter(isExtractive: boolean, all: boolean): Printer {
  const renderLine = createLineRenderer();
  let waiting = '';
  return {
    take(text) {
      waiting += text;
      if (isExtractive) return;
      const lines = waiting.split('\n');
      waiting = lines.pop()!;
      for (const line of lines) {
        const shown = renderLine(line);
        if (shown !== null) console.log(shown);
      }
    },
    end: () => console.log(isExtractive ? renderExcerpts(waiting, all) : (renderLine(waiting) ?? '')),
  };
}

/** Prints text as it streams, then the list of sources. */
async function printAnswer(
  events: AsyncIterable<AnswerEvent>,
  faults: string[],
  { take, end }: Printer,
): Promise<boolean> {
  let failed = false;
  for await (const event of events) {
    if (event.type === 'text') take(cleanForTerminal(event.delta));
    else if (event.type === 'error') {
      failed = true;
      const [fault] = faults;
      const why = fault === undefined ? event.message : `The language model did not answer: ${fault}`;
      console.error(`\ndocent: ${why}`);
    }
  }
  end();
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
