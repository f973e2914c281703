// What tells people how to get and run Docent, made from package.json: the package's name stands there alone. `npm run docs`
// writes it; a house test fails when it is out of date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Package = { name: string; version: string; repository: { url: string }; private?: boolean };

const root = join(import.meta.dirname, '..');
const begin = '<!-- how to run: `npm run docs` writes this part from package.json -->';
const end = '<!-- how to run: end -->';

/** What each file holds that says how to run Docent, by its path from the root. */
export function runTexts(): Record<string, string> {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
  const between = (path: string) => {
    const [before, rest] = readFileSync(join(root, path), 'utf8').split(begin);
    const after = rest?.split(end)[1];
    if (after === undefined) throw new Error(`${path} has no part that says how to run Docent.`);
    return `${before}${begin}\n\n${howToRun(own)}\n${end}${after}`;
  };
  const install = `npm install --global ${installable(own)}`;
  const named = (path: string) =>
    readFileSync(join(root, path), 'utf8').replaceAll(/npm install --global [^\s`]+/g, install);
  return {
    'README.md': between('README.md'),
    'docs/getting-started.md': between('docs/getting-started.md'),
    ...Object.fromEntries(
      ['deploy/docent.service', 'docs/guides/production.md', 'docs/guides/backup.md'].map((path) => [
        path,
        named(path),
      ]),
    ),
  };
}

/** What npm installs: until the package is published, the file that `npm run package` makes. */
const installable = (own: Package) => (isPublished(own) ? own.name : `./${tarball(own)}`);
const tarball = ({ name, version }: Package) => `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;

/** npm refuses to publish a private package. */
export const isPublished = (own: { private?: boolean }) => own.private !== true;

function howToRun(own: Package): string {
  const address = own.repository.url.replace(/^git\+|\.git$/g, '');
  const folder = address.split('/').at(-1)!;
  if (isPublished(own))
    return `<!-- not run: gets Docent -->
\`\`\`sh
npm install --global ${own.name}
docent serve ./docs            # answers from them, on http://localhost:3000
\`\`\`
`;
  return `<!-- not run: gets Docent -->
\`\`\`sh
git clone ${address} && cd ${folder} && npm ci
npx docent serve ../my-docs    # answers from them, on http://localhost:3000
\`\`\`

Or build the package once and install it on any machine with Node 24:

<!-- not run: gets Docent -->
\`\`\`sh
npm run package                # makes ${tarball(own)}
npm install --global ./${tarball(own)}
docent serve ./docs
\`\`\`

In the checkout, put \`npx\` before the commands below. **Don't run \`npx docent\` anywhere else**: Docent isn't in npm's registry
yet, so \`npx\` would run whatever someone else publishes under its name.
`;
}
