import type { createTokenizer } from 'myst-parser';

/** A node of MyST's tree: Markdown with directives, roles and targets. */
export type MystNode = {
  type: string;
  name?: string;
  value?: string;
  args?: string;
  options?: Record<string, unknown>;
  label?: string;
  identifier?: string;
  url?: string;
  title?: string;
  alt?: string;
  lang?: string;
  depth?: number;
  ordered?: boolean;
  start?: number;
  spread?: boolean;
  checked?: boolean;
  children?: MystNode[];
};

type Tokenizer = ReturnType<typeof createTokenizer>;
type Token = ReturnType<Tokenizer['parse']>[number];

/** Tokens with children, as the nodes that they open. */
const parents: Record<string, (token: Token, next: Token | undefined) => MystNode> = {
  heading: ({ tag }) => ({ type: 'heading', depth: Number(tag[1]) }),
  s: () => ({ type: 'delete' }),
  paragraph: () => ({ type: 'paragraph' }),
  blockquote: () => ({ type: 'blockquote' }),
  ordered_list: (_, next) => ({
    type: 'list',
    ordered: true,
    start: Number(next?.info || 1),
    spread: false,
  }),
  bullet_list: () => ({ type: 'list', ordered: false, spread: false }),
  list_item: () => ({ type: 'listItem', spread: true }),
  em: () => ({ type: 'emphasis' }),
  strong: () => ({ type: 'strong' }),
  link: (token) => ({ type: 'link', url: token.attrGet('href') ?? '', ...titleOf(token) }),
  dl: () => ({ type: 'definitionList' }),
  dt: () => ({ type: 'definitionTerm' }),
  dd: () => ({ type: 'definitionDescription' }),
  table: () => ({ type: 'table' }),
  tr: () => ({ type: 'tableRow' }),
  th: () => ({ type: 'tableCell' }),
  td: () => ({ type: 'tableCell' }),
  footnote: (token) => ({ type: 'footnoteDefinition', ...footnoteName(token) }),
};

/** Tokens whose children belong to what is around them. */
const lifted = new Set(['thead', 'tbody', 'footnote_block']);

/** Tokens with their own texts. What is inside of them is read later, by the rules of the directive or role. */
const read: Record<string, (token: Token) => MystNode> = {
  parsed_directive: ({ info, content, meta }) => ({
    type: 'mystDirective',
    name: info,
    args: meta?.arg,
    options: meta?.options,
    value: content,
  }),
  parsed_role: ({ info, content }) => ({ type: 'mystRole', name: info, value: content }),
};

/** Tokens without children; null for one without a text. */
const leaves: Record<string, (token: Token) => MystNode | null> = {
  hr: () => ({ type: 'thematicBreak' }),
  fence: codeOf,
  colon_fence: codeOf,
  code_block: codeOf,
  code_inline: textNode('inlineCode'),
  hardbreak: () => ({ type: 'break' }),
  image: (token) => {
    const alt = token.attrGet('alt') || (token.children ?? []).map(({ content }) => content).join('');
    return { type: 'image', url: token.attrGet('src') ?? '', ...(alt !== '' && { alt }), ...titleOf(token) };
  },
  math_inline: textNode('inlineMath'),
  math_inline_double: mathOf,
  math_block: mathOf,
  math_block_label: mathOf,
  amsmath: mathOf,
  footnote_ref: (token) => ({ type: 'footnoteReference', ...footnoteName(token) }),
  directive_error: () => ({ type: 'mystDirectiveError' }),
  role_error: () => ({ type: 'mystRoleError' }),
  myst_target: ({ content }) => ({ type: 'mystTarget', label: content }),
  html_inline: textNode('html'),
  html_block: textNode('html'),
  myst_block_break: () => ({ type: 'blockBreak' }),
  myst_line_comment: () => ({ type: 'comment' }),
};

/** What may stand in a paragraph. */
const phrasing = new Set(
  'text emphasis strong delete link image break inlineCode inlineMath mystRole footnoteReference html'.split(
    ' ',
  ),
);

/**
 * The tree of MyST's tokens, as `tokensToMyst` of `myst-parser` makes it, in a fifth of the time: without positions, and
 * without the insides of directives and roles. Single images stay in their paragraphs.
 * @throws Error for a token that it does not know
 */
export function readTokens(tokens: readonly Token[]): MystNode[] {
  const root: Open = { node: { type: 'root' }, children: [], isTask: false, hasLost: false };
  const stack = [root];
  const readAll = (some: readonly Token[]): void => {
    for (let at = 0; at < some.length; at += 1) {
      const token = some[at]!;
      const [name = '', edge] = token.nesting === 0 ? [token.type] : partsOf(token.type);
      const top = stack.at(-1)!;
      if (Object.hasOwn(read, name)) {
        top.children.push(read[name]!(token));
        at = endOf(some, at);
      } else if (token.hidden || lifted.has(name)) continue;
      else if (name === 'inline') readAll(token.children ?? []);
      else if (name === 'text' || name === 'softbreak')
        addText(top.children, name === 'text' ? token.content : '\n');
      else if (name === 'footnote_anchor') top.hasLost = true;
      else if (edge === 'open' && Object.hasOwn(parents, name)) stack.push(open(token, some[at + 1], name));
      else if (edge === 'close' && Object.hasOwn(parents, name)) close(stack);
      else if (Object.hasOwn(leaves, name))
        top.children.push(...[leaves[name]!(token)].filter((node) => node !== null));
      else throw new Error(`MyST has no token ${token.type}.`);
    }
  };
  readAll(tokens);
  return root.children;
}

/** `hasLost`: something in it is not shown. */
type Open = { node: MystNode; children: MystNode[]; isTask: boolean; hasLost: boolean };

function partsOf(type: string): [string, string] {
  const at = type.lastIndexOf('_');
  return [type.slice(0, at), type.slice(at + 1)];
}

/** The index of the token that closes the one at an index. */
function endOf(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end += 1) {
    depth += tokens[end]!.nesting;
    if (depth === 0) return end;
  }
  return tokens.length;
}

function open(token: Token, next: Token | undefined, name: string): Open {
  const isTask = name === 'list_item' && token.attrGet('class') === 'task-list-item';
  return { node: parents[name]!(token, next), children: [], isTask, hasLost: false };
}

function close(stack: Open[]): void {
  const { node, children, isTask, hasLost } = stack.pop()!;
  const above = stack.at(-1)!;
  // A footnote with nothing but the link back.
  if (hasLost && children.length === 0) {
    above.hasLost = true;
    return;
  }
  if (isTask) readCheckbox(node, children);
  node.children = node.type === 'listItem' ? inParagraphs(children) : children;
  above.children.push(node);
}

function addText(children: MystNode[], value: string): void {
  const last = children.at(-1);
  if (last?.type === 'text') last.value += value;
  else if (value !== '') children.push({ type: 'text', value });
}

/** The first child of a task is its checkbox as HTML. */
function readCheckbox(item: MystNode, children: MystNode[]): void {
  const [box, label] = children;
  if (box?.type !== 'html' || !box.value?.includes('task-list-item-checkbox')) return;
  item.checked = box.value.includes('checked=""');
  children.shift();
  if (label?.type === 'text') label.value = label.value?.replace(/^\s/, '') ?? '';
}

/** Texts of tight lists are not in paragraphs yet. */
function inParagraphs(children: MystNode[]): MystNode[] {
  const blocks: MystNode[] = [];
  let paragraph: MystNode[] | null = null;
  for (const child of children) {
    if (!phrasing.has(child.type)) {
      paragraph = null;
      blocks.push(child);
    } else if (paragraph === null) {
      paragraph = [child];
      blocks.push({ type: 'paragraph', children: paragraph });
    } else paragraph.push(child);
  }
  return blocks;
}

function textNode(type: string): (token: Token) => MystNode | null {
  return ({ content }) => {
    const value = withoutLastBreak(content);
    return value === '' ? null : { type, value };
  };
}

function codeOf({ info, content }: Token): MystNode {
  const [lang = ''] = info.trim().split(' ');
  return { type: 'code', lang, value: withoutLastBreak(content) };
}

function mathOf({ content }: Token): MystNode {
  return { type: 'math', value: content.trim() };
}

function titleOf(token: Token): { title?: string } {
  const title = token.attrGet('title');
  return title ? { title } : {};
}

function footnoteName({ meta }: Token): { identifier?: string; label?: string } {
  const label = meta?.label as string | undefined;
  if (!label) return {};
  const identifier = label
    .replaceAll(/[\t\n\r ]+/g, ' ')
    .replaceAll(/['‘’"“”]+/g, '')
    .trim()
    .toLowerCase();
  return { identifier, label };
}

function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
