import { folderOf, joinPath } from '../site/paths.ts';

const endings = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];

/** The files to which a relative import may resolve, likeliest first. `./x.js` often means `./x.ts`. */
export function moduleFiles(fromFile: string, source: string): string[] {
  const path = joinPath(folderOf(fromFile), source);
  const bare = path.replace(/\.[cm]?js$/, '');
  return [...endings.map((ending) => path + ending), `${bare}.ts`, `${bare}.mts`];
}
