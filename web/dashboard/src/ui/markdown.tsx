import { lexer, type Token, type Tokens } from 'marked';
import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { Support } from '../../../widget/src/chat/types.ts';
import { showCitedSentences } from '../../../widget/src/markdown/cited-sentences.ts';
import { type Citation, withCitations, withUnsure } from '../../../widget/src/markdown/citations.ts';
import { CodeBlock } from './copy.tsx';
import { ExternalLink, httpUrl } from './external-link.tsx';

/**
 * A model's Markdown, which is untrusted, as React elements: only the elements listed here are created. HTML is shown
 * as text, images as their description, and links are http(s) only.
 */
export function Markdown({ text, sources = noSources, supports = noSupports }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => showCitedSentences(root.current, { text, sources, supports }), [text, sources, supports]);
  const tokens = useMemo(() => lexer(text.slice(0, 200_000)), [text]);
  return (
    <Sources value={sources}>
      <div ref={root} dir="auto" className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm leading-relaxed">
        {blocks(tokens)}
      </div>
    </Sources>
  );
}

type Source = { url: string; title: string };
type Props = { text: string; sources?: Source[]; supports?: Support[] | undefined };

const noSources: Source[] = [];
const noSupports: Support[] = [];

/** What the text cites by number. */
const Sources = createContext<Source[]>([]);

const headingSizes = ['text-xl tracking-tight', 'text-lg', 'text-base'];

/** Nested quotes and lists are limited in depth. */
const deepest = 12;

function blocks(tokens: Token[], depth = 0): ReactNode[] {
  return tokens.map((token, at) => <Fragment key={at}>{block(token, depth)}</Fragment>);
}

function block(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
    // The list draws the box of an item.
    case 'checkbox':
      return null;
    case 'heading':
      return (
        <p
          role="heading"
          aria-level={Math.min(token.depth + 2, 6)}
          className={`mt-1 font-semibold ${headingSizes[token.depth - 1] ?? 'text-sm'}`}
        >
          {inline(token.tokens, depth)}
        </p>
      );
    case 'paragraph':
      return <p>{inline(token.tokens, depth)}</p>;
    case 'text':
      return <p>{token.tokens === undefined ? (token as Tokens.Text).text : inline(token.tokens, depth)}</p>;
    case 'code':
      return (
        <CodeBlock code={token.text} label="the code" language={/^[\w+#-]+/.exec(token.lang ?? '')?.[0]} />
      );
    case 'blockquote':
      return (
        <blockquote className="grid gap-2 border-l-2 border-edge pl-4 text-soft">
          {blocks(token.tokens ?? [], depth + 1)}
        </blockquote>
      );
    case 'list':
      return <ListBlock list={token as Tokens.List} depth={depth + 1} />;
    case 'table':
      return <TableBlock table={token as Tokens.Table} depth={depth} />;
    case 'hr':
      return <hr className="border-line" />;
    default:
      return <p className="whitespace-pre-wrap">{token.raw}</p>;
  }
}

/** Read-only: nobody can tick a model's task list. */
function TaskBox({ done }: { done: boolean }) {
  return (
    <input
      type="checkbox"
      checked={done}
      readOnly
      disabled
      aria-label={done ? 'Done' : 'To do'}
      className="mt-1 size-4 shrink-0 accent-accent"
    />
  );
}

function ListBlock({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, at) => (
    <li key={at} className={item.task ? 'flex list-none items-start gap-2' : undefined}>
      {item.task && <TaskBox done={item.checked === true} />}
      <div className="grid gap-2">{blocks(item.tokens, depth)}</div>
    </li>
  ));
  return list.ordered ? (
    <ol className="grid list-decimal gap-1 pl-6" start={Number(list.start) || 1}>
      {items}
    </ol>
  ) : (
    <ul className="grid list-disc gap-1 pl-5">{items}</ul>
  );
}

function TableBlock({ table, depth }: { table: Tokens.Table; depth: number }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
      <table className="border-collapse text-left [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-1.5 [&_th]:border [&_th]:border-line [&_th]:px-3 [&_th]:py-1.5">
        <thead>
          <tr>
            {table.header.map((cell, at) => (
              <th key={at}>{inline(cell.tokens, depth)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, at) => (
                <td key={at}>{inline(cell.tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[] | undefined, depth: number): ReactNode {
  return <Spans tokens={tokens ?? []} depth={depth + 1} />;
}

function Spans({ tokens, depth }: { tokens: Token[]; depth: number }) {
  const read = withCitations(withUnsure(tokens) as Token[], useContext(Sources));
  return read.map((token, at) => (
    <Fragment key={at}>
      {'references' in token ? <Numbers {...(token as Citation)} /> : span(token as Token, depth)}
    </Fragment>
  ));
}

/** Links to the cited sections, which stay with the word before them. */
function Numbers({ before, references }: Citation) {
  return (
    <span className="whitespace-nowrap">
      {decode(before)}
      {references.map(({ number, source: { url, title } }) => (
        <sup key={url} className="cite ml-0.5" tabIndex={httpUrl(url) === undefined ? 0 : undefined}>
          <ExternalLink href={url}>
            {number}
            <span className="sr-only">: {title}</span>
          </ExternalLink>
        </sup>
      ))}
    </span>
  );
}

function span(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'unsure':
      return (
        <u className="unsure decoration-dotted underline-offset-4" tabIndex={0}>
          {inline(token.tokens, depth)}
          <span className="unseen sr-only"> The docs don’t confirm this sentence.</span>
        </u>
      );
    case 'text':
      return 'tokens' in token && token.tokens
        ? inline(token.tokens, depth)
        : decode((token as Tokens.Text).text);
    case 'checkbox':
      return null;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'strong':
      return <strong className="font-semibold">{inline(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, depth)}</em>;
    case 'del':
      return <del>{inline(token.tokens, depth)}</del>;
    case 'codespan':
      return (
        <code className="rounded bg-hover px-1 py-0.5 font-mono text-[0.9em]">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return <ExternalLink href={(token as Tokens.Link).href}>{inline(token.tokens, depth)}</ExternalLink>;
    case 'image':
      return <span className="text-faint">[image: {(token as Tokens.Image).text}]</span>;
    default:
      return token.raw;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
