import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { bundleCheckout } from '../scripts/bundle.ts';

// npm run bench -- NAME [ARGS]: runs bench/NAME.ts, or bench/NAME/run.ts.
const [name = ''] = process.argv.splice(2, 1);
const scripts = new Map(
  globSync(['*.ts', '*/run.ts'], { cwd: import.meta.dirname }).map((path) => {
    return [path.endsWith('/run.ts') ? path.slice(0, -'/run.ts'.length) : basename(path, '.ts'), path];
  }),
);
scripts.delete('main');
const script = scripts.get(name);
if (script === undefined) {
  console.error(`Usage: npm run bench -- NAME. There are: ${[...scripts.keys()].sort().join(', ')}`);
  process.exit(2);
}
// What a bench starts is to load as fast as the package.
await bundleCheckout();
await import(`./${script}`);
