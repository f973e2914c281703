import type { Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { memo } from './memo.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Source, Support } from '../chat/types.ts';
import { createBlockReader } from './blocks.ts';
import { type Citation, withCitations, withUnsure } from './citations.ts';
import { CodeBlock } from './code-block.tsx';
import { useSession } from '../view/session.ts';
import { Link, safeAddress } from './link.tsx';

type Props = {
  text: string;
  sources: readonly Source[];
  supports?: readonly Support[] | undefined;
  isWhole: boolean;
};

/** Markdown as elements. HTML is never parsed; the server has checked the links. */
export function Markdown({ text, sources, supports = [], isWhole }: Props) {
  const read = useRef(createBlockReader());
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWhole) return;
    // Without it, the numbers are links still.
    import('./cited-sentences.ts').then(
      ({ showCitedSentences }) => showCitedSentences(root.current, { text, sources, supports }),
      () => {},
    );
  }, [isWhole]);
  return (
    <div class="md" ref={root}>
      {withLevels(read.current(text, isWhole)).map(({ token, level }, at) => (
        <Block key={at} token={token} level={level} sources={sources} />
      ))}
    </div>
  );
}

/** Headings one below the other, under the question's: an answer may begin with `###` or leave a level out. */
function withLevels(tokens: readonly Token[]): { token: Token; level: number }[] {
  const open: number[] = [];
  return tokens.map((token) => {
    if (token.type === 'heading') {
      const { depth } = token as Tokens.Heading;
      while (open.length > 0 && open.at(-1)! >= depth) open.pop();
      open.push(depth);
    }
    return { token, level: Math.min(6, open.length + 2) };
  });
}

type BlockProps = { token: Token; level: number; sources: readonly Source[] };

/** Blocks with the same text are equal. */
const Block = memo(
  ({ token, level, sources }: BlockProps) => <>{block(token, sources, level)}</>,
  (before, after) =>
    before.token.raw === after.token.raw &&
    before.level === after.level &&
    before.sources.length === after.sources.length,
);

function block(token: Token, sources: readonly Source[], level = 0): ComponentChildren {
  const inside = (tokens: Token[] | undefined) => inline(tokens ?? [], sources);
  switch (token.type) {
    case 'heading': {
      // In a list or a quotation it is no heading of the answer.
      const Heading = level > 2 ? (`h${level}` as 'h3') : 'p';
      return <Heading>{inside(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>;
    case 'code':
      return <CodeBlock code={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />;
    case 'blockquote':
      return <blockquote>{token.tokens?.map((child) => block(child, sources))}</blockquote>;
    case 'list':
      return list(token as Tokens.List, sources);
    case 'table':
      return table(token as Tokens.Table, sources);
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'text':
      return token.tokens ? inside(token.tokens) : (token as Tokens.Text).text;
    default:
      return <p>{token.raw}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List, sources: readonly Source[]) {
  const children = items.map((item, at) => (
    <li key={at} class={item.task ? 'task' : undefined}>
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked === true}
          disabled
          aria-label={item.checked ? '✓' : '–'}
        />
      )}
      {item.tokens.map((child) => block(child, sources))}
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{children}</ol> : <ul>{children}</ul>;
}

function table({ header, rows }: Tokens.Table, sources: readonly Source[]) {
  const style = (cell: Tokens.TableCell) => (cell.align ? { textAlign: cell.align } : undefined);
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={header.map(({ text }) => text).join(', ')}>
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th style={style(cell)}>{inline(cell.tokens, sources)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td style={style(cell)}>{inline(cell.tokens, sources)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[], sources: readonly Source[]): ComponentChildren {
  return withCitations(withUnsure(tokens) as Token[], sources).map((token) => span(token, sources));
}

/** Underlined; `cited-sentences.ts` says why at hover and focus. */
function UnsureText({ children }: { children: ComponentChildren }) {
  const { say } = useSession();
  return (
    <span class="unsure" tabIndex={0}>
      <u>{children}</u>
      <span class="unseen">{say('unsure')}</span>
    </span>
  );
}

function span(token: Token | Citation, sources: readonly Source[]): ComponentChildren {
  const inside = () => inline(('tokens' in token && token.tokens) || [], sources);
  switch (token.type) {
    case 'citation':
      return <CitationChips {...(token as Citation)} />;
    case 'unsure':
      return <UnsureText>{inside()}</UnsureText>;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={(token as Tokens.Link).href}>{inside()}</Link>;
    case 'image':
      return <Picture href={(token as Tokens.Image).href} alt={(token as Tokens.Image).text} />;
    case 'checkbox':
      return null;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inside() : (token as Tokens.Text).text;
    default:
      return (token as Token).raw;
  }
}

/** Numbers that link to the sources. `cited-sentences.ts` shows what they support. */
function CitationChips({ before, references }: Citation) {
  const { say } = useSession();
  return (
    <span class="cites">
      {before}
      {references.map(({ number, source: { url, title } }) => (
        <Link class="cite" key={url} href={url} label={say('source', { n: number, title })}>
          {number}
        </Link>
      ))}
    </span>
  );
}

/** An image, or a link to it where the page's CSP blocks it. */
function Picture({ href, alt }: { href: string; alt: string }) {
  const { say } = useSession();
  const [failed, setFailed] = useState(false);
  const url = safeAddress(href);
  if (failed || url === undefined) return <Link href={href}>{say('picture', { alt })}</Link>;
  return (
    <img
      src={url.href}
      alt={alt}
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
