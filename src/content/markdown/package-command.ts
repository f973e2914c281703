import type { RootContent } from 'mdast';
import { textAttribute, type Element } from './element.ts';

/** What npm is told for each type. */
const commands: Record<string, string> = {
  add: 'install',
  create: 'create',
  run: 'run',
  install: 'install',
  remove: 'uninstall',
};

/** `<PackageManagers pkg="astro" type="create" args="--x" />` as npm's command. https://starlight-package-managers.vercel.app */
export function packageCommand(element: Element): RootContent[] {
  const type = textAttribute(element, 'type') ?? 'add';
  const named = textAttribute(element, 'pkg', 'package', 'name') ?? '';
  const args = textAttribute(element, 'args') ?? '';
  const isDev = element.attributes['dev'] === true ? '-D' : '';
  const value =
    type === 'exec' || type === 'dlx'
      ? ['npx', named, args]
      : ['npm', commands[type] ?? type, isDev, named, type === 'create' && args !== '' ? `-- ${args}` : args];
  return [{ type: 'code', lang: 'sh', value: value.filter((one) => one !== '').join(' ') }];
}
