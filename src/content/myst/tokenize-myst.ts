import { createTokenizer } from 'myst-parser';
import { type MystNode, readTokens } from './read-tokens.ts';

const tokenizer = createTokenizer({
  extensions: { frontmatter: false, smartquotes: false, citations: false, math: true },
});

type Tokenizer = typeof tokenizer;
type State = InstanceType<Tokenizer['core']['State']>;
type InlineRule = Parameters<Tokenizer['inline']['ruler']['at']>[1];
type Rule = { name: string; fn: (state: State) => void };

/** Maximum characters in the braces of a role. */
const maxRoleName = 300;

for (const name of ['run_directives', 'run_roles']) leaveInsides(name);
boundRoles();

/** The blocks of a MyST text; those inside of directives are left as text. */
export function readMyst(source: string): MystNode[] {
  return readTokens(tokenizer.parse(source, {}));
}

/**
 * Has a rule read directives or roles, but not what is inside of them: that is parsed later, as each directive wants it.
 * Definitions and footnotes inside hold for the whole text, so a text with some is read by the rule as it is.
 */
function leaveInsides(name: string): void {
  const { ruler } = tokenizer.core;
  // The plugin that adds these rules finds the others in this way, too.
  const { fn } = (ruler as unknown as { __rules__: Rule[] }).__rules__.find((rule) => rule.name === name)!;
  ruler.at(name, (state) => {
    if (/\]:|\[\^/.test(state.src)) return fn(state);
    // The rule splits the whole text for each directive.
    const lines = state.src.split('\n');
    const shallow = Object.assign(Object.create(state) as State, {
      md: noTokenizer(state),
      src: { split: () => lines },
    });
    fn(shallow);
    state.tokens = shallow.tokens;
  });
}

/** Has the pattern for a role asked only where braces close soon before a backtick: else it reads on for each `{`. */
function boundRoles(): void {
  const { ruler } = tokenizer.inline;
  const rules = (ruler as unknown as { __rules__: { name: string; fn: InlineRule }[] }).__rules__;
  const { fn } = rules.find(({ name }) => name === 'parse_roles')!;
  ruler.at('parse_roles', (state, silent) => {
    if (state.src[state.pos] !== '{') return false;
    const near = state.src.slice(state.pos, state.pos + maxRoleName);
    return near[near.indexOf('}') + 1] === '`' && fn(state, silent);
  });
}

/** In place of the tokenizer, for what is inside: finds a paragraph without a text. */
function noTokenizer({ Token }: State): State['md'] {
  const ruler = { __rules__: [], disable() {}, enable() {} };
  const parse = () => [
    new Token('paragraph_open', 'p', 1),
    Object.assign(new Token('inline', '', 0), { children: [] }),
    new Token('paragraph_close', 'p', -1),
  ];
  return { core: { ruler }, block: { ruler }, parse } as unknown as State['md'];
}
