/** A Go template as a tree. https://pkg.go.dev/text/template */
export type Node =
  | { type: 'text'; text: string }
  | { type: 'action'; source: string }
  | {
      type: 'block';
      word: 'if' | 'with' | 'range' | 'skip';
      source: string;
      body: Node[];
      otherwise: Node[];
    };

type Open = { block: Extract<Node, { type: 'block' }>; into: Node[]; chained: boolean };

/** Maximum nesting of blocks. */
const deepest = 40;

/** Parses a template; misplaced actions are skipped. Takes linear time. */
export function parseTemplate(template: string): Node[] {
  const root: Node[] = [];
  const open: Open[] = [];
  let into = root;
  let trims = false;
  let from = 0;
  const addText = (text: string): void => {
    if (text !== '') into.push({ type: 'text', text });
  };
  const begin = (word: string, source: string, chained: boolean): void => {
    const kind = word === 'if' || word === 'with' || word === 'range' ? word : 'skip';
    const block: Open['block'] = { type: 'block', word: kind, source, body: [], otherwise: [] };
    into.push(block);
    open.push({ block, into, chained });
    into = block.body;
  };
  const end = (): void => {
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      into = last.into;
      if (!last.chained) return;
    }
  };
  for (;;) {
    const start = template.indexOf('{{', from);
    const close = start < 0 ? -1 : template.indexOf('}}', start + 2);
    if (close < 0) break;
    const inside = template.slice(start + 2, close);
    const text = trims ? template.slice(from, start).trimStart() : template.slice(from, start);
    addText(inside.startsWith('-') ? text.trimEnd() : text);
    trims = inside.endsWith('-');
    from = close + 2;
    const source = inside.replaceAll(/^-|-$/g, '').trim();
    if (source === '' || source.startsWith('/*')) continue;
    const [, word = '', rest = ''] = /^([a-z]+)\b([^]*)$/.exec(source) ?? [];
    if (/^(?:if|with|range|define|block)$/.test(word) && open.length < deepest)
      begin(word, rest.trim(), false);
    else if (word === 'end') end();
    else if (word === 'else') {
      const last = open.at(-1);
      if (last === undefined) continue;
      into = last.block.otherwise;
      const [, next = '', condition = ''] = /^(if|with)\b([^]*)$/.exec(rest.trim()) ?? [];
      if (next !== '' && open.length < deepest) begin(next, condition.trim(), true);
    } else if (!/^(?:template|return|break|continue)$/.test(word)) into.push({ type: 'action', source });
  }
  const text = template.slice(from);
  addText(trims ? text.trimStart() : text);
  return root;
}
