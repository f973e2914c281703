import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';

type Item = AST.Element | AST.Alternative;

/**
 * A text whose every part begins a match that goes on to the end of the text, and fails there: a pattern like
 * `/<!--[^]*?-->/` takes quadratic time for many beginnings without an end. Undefined when there is none.
 */
export function repeatedStart(pattern: string, flags: string): string | undefined {
  const starts: string[] = [];
  visitRegExpAST(parseRegExpLiteral(new RegExp(pattern, flags)), {
    onQuantifierEnter(quantifier) {
      if (quantifier.max < Infinity || isInAssertion(quantifier)) return;
      const start = wordsBeside(quantifier, 'before', flags) + wordOf(quantifier, flags);
      if (start !== '' && isQuadratic(start, wordsBeside(quantifier, 'after', flags), pattern, flags))
        starts.push(start);
    },
  });
  return starts[0];
}

/** Characters of a text that no bounded quantifier goes over. */
const length = 2_000;

function isQuadratic(start: string, end: string, pattern: string, flags: string): boolean {
  const sticky = new RegExp(pattern, `${flags.replace(/[gy]/g, '')}y`);
  const starts = start.repeat(Math.ceil(length / start.length));
  const endOf = (text: string, at: number) => {
    sticky.lastIndex = at;
    return sticky.test(text) ? sticky.lastIndex : -1;
  };
  const goesOn = (at: number) => endOf(starts + end, at) === starts.length + end.length;
  const fails = (at: number) => endOf(`${starts}\0`, at) < 0;
  return [0, start.length].every((at) => goesOn(at) && fails(at));
}

function isInAssertion(node: AST.Node): boolean {
  return node.type === 'Assertion' || (node.parent !== null && isInAssertion(node.parent));
}

/** What brings a match to a quantifier, or from it to the end. */
function wordsBeside(node: AST.Node, side: 'before' | 'after', flags: string): string {
  const { parent } = node;
  if (parent === null) return '';
  const further = wordsBeside(parent, side, flags);
  if (parent.type !== 'Alternative') return further;
  const at = parent.elements.indexOf(node as AST.Element);
  const beside = side === 'before' ? parent.elements.slice(0, at) : parent.elements.slice(at + 1);
  const word = beside.map((element) => wordOf(element, flags)).join('');
  return side === 'before' ? further + word : word + further;
}

const letters = [
  ...'a0_-A ./"\'<>=:#\n\t~`\\',
  ...Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code)),
];

/** One of the shortest texts that match. */
function wordOf(node: Item, flags: string): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => wordOf(element, flags)).join('');
    case 'Group':
    case 'CapturingGroup':
      return wordOf(node.alternatives[0]!, flags);
    case 'Quantifier':
      return wordOf(node.element, flags).repeat(node.min);
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'Assertion':
    case 'Backreference':
      return '';
    default: {
      const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
      return letters.find((letter) => one.test(letter)) ?? '';
    }
  }
}
