import { objectId, optionId } from '../rst/ids.ts';
import { configOptionId, nameOf, prefixes, qualify, withScope } from '../rst/objects.ts';

/** Notes where something is, unless its key is taken. `id`: '' for the page itself. */
export type PutLabel = (key: string, id: string, name: string) => void;

/** Notes the objects that the directives of one page describe; call it in their order. */
type PutObject = (directive: string, argument: string, indent: number) => void;

export function createObjectLabels(put: PutLabel): PutObject {
  let [module, program] = ['', ''];
  const scopes: { indent: number; name: string }[] = [];

  function putModule(named: string, isPage: boolean): void {
    module = named;
    if (isPage) put(`obj:${module}`, objectId('module', module), module);
  }

  function putOptions(argument: string): void {
    for (const part of argument.split(', ')) {
      const option = /^[^\s,=[]+/.exec(part)?.[0] ?? '';
      const id = optionId(part, program);
      put(`obj:${option}`, id, option);
      put(`obj:${program} ${option}`, id, option);
    }
  }

  function putCode(argument: string, kind: string, isC: boolean, indent: number): void {
    while ((scopes.at(-1)?.indent ?? -1) >= indent) scopes.pop();
    const bare = nameOf(argument, kind);
    const outer = scopes.map((scope) => scope.name);
    const full = isC ? [...outer, bare].join('.') : qualify(withScope(bare, outer), module);
    const id = isC ? `c.${full}` : full;
    put(`obj:${full}`, id, bare);
    put(`obj:${bare}`, id, bare);
    // In C every object is the scope of those in it.
    if (isC || /class|exception/.test(kind)) scopes.push({ indent, name: bare });
  }

  return (directive, argument, indent) => {
    const kind = directive.slice(directive.lastIndexOf(':') + 1);
    const named = argument.trim();
    if (kind === 'program') program = named === 'None' ? '' : named;
    else if (/^(?:current|auto)?module$/.test(kind))
      putModule(named === 'None' ? '' : named, kind !== 'currentmodule');
    else if (directive === 'config:option') {
      const id = configOptionId(argument);
      put(`obj:${id}`, id, named.split(/\s/)[0] ?? '');
    } else if (kind === 'option' || kind === 'cmdoption') putOptions(argument);
    else if (/^(?:envvar|confval|setting)$/.test(kind))
      put(`obj:${named}`, objectId(prefixes[kind]!, named), named);
    else if (isCode(kind)) putCode(argument, kind, directive.startsWith('c:'), indent);
  };
}

function isCode(kind: string): boolean {
  return /^(?:auto)?(?:function|class|method|attribute|data|exception|property|classmethod|staticmethod|decorator|var|macro|struct|union|type|enum|enumerator|member|const)$/.test(
    kind,
  );
}
