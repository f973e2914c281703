import { objectId, optionId } from '../../rst/ids.ts';
import {
  configOptionId,
  nameOf,
  namespaceOf,
  prefixes,
  qualify,
  scopeOf,
  signaturesOf,
  withScope,
} from '../../rst/objects.ts';
import { leading } from './lines.ts';

/** Notes where something is, unless its key is taken. `id`: '' for the page itself. */
export type PutLabel = (key: string, id: string, name: string) => void;

/** The first lines of a directive: its argument, which may be several signatures, and its options. */
type Head = { signatures: string[]; options: Record<string, string> };

/** Lines of one directive's signatures and options. */
const maxHead = 60;

export function headAt(lines: string[], at: number, argument: string): Head {
  const options: Record<string, string> = {};
  const written = [argument];
  const indent = leading(lines[at] ?? '');
  for (const line of lines.slice(at + 1, at + maxHead)) {
    const [, name, value = ''] = /^\s*:([\w-]+):[ \t]*(.*)/s.exec(line) ?? [];
    if (name !== undefined) options[name] = value;
    else if (line.trim() === '' || leading(line) <= indent) break;
    // A value may go on below its option.
    else if (Object.keys(options).length === 0) written.push(line.trim());
  }
  return { signatures: signaturesOf(written.join('\n')), options };
}

/** Notes the objects that the directives of one page describe; call it in their order. */
type PutObject = (directive: string, head: Head, indent: number) => void;

export function createObjectLabels(putAny: PutLabel): PutObject {
  let [module, program] = ['', ''];
  let isIndexed = true;
  /** The open scopes, each with the names of those around it and the module of what is in it. */
  const scopes: { indent: number; names: string[]; inside: string }[] = [];
  const put: PutLabel = (key, id, name) => {
    if (isIndexed) putAny(key, id, name);
  };

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

  function putCode({ signatures, options }: Head, kind: string, isC: boolean, indent: number): void {
    const outer = scopes.at(-1)?.names ?? [];
    const inside = options['module']?.trim() ?? scopes.at(-1)?.inside ?? module;
    for (const signature of signatures) {
      const bare = nameOf(signature, kind);
      const name = isC ? [...outer, bare].join('.') : withScope(bare, outer);
      const full = isC ? name : qualify(name, inside, kind);
      const id = isC ? `c.${full}` : objectId('', full);
      put(`obj:${full}`, id, bare);
      put(`obj:${bare}`, id, bare);
    }
    // In C every object is the scope of those in it.
    if (isC || /class|exception/.test(kind))
      scopes.push({ indent, names: [...outer, scopeOf(signatures.at(-1) ?? '', kind, inside)], inside });
  }

  return (directive, head, indent) => {
    const kind = directive.slice(directive.lastIndexOf(':') + 1);
    const [argument = ''] = head.signatures;
    const named = argument.trim();
    isIndexed = !('noindex' in head.options || 'no-index' in head.options);
    while ((scopes.at(-1)?.indent ?? -1) >= indent) scopes.pop();
    if (/^c(?:pp)?:namespace$/.test(directive))
      scopes.push({ indent: scopes.at(-1)?.indent ?? -1, names: namespaceOf(argument), inside: module });
    else if (kind === 'program') program = named === 'None' ? '' : named;
    else if (/^(?:current|auto)?module$/.test(kind))
      putModule(named === 'None' ? '' : named, kind !== 'currentmodule');
    else if (directive === 'config:option') {
      const id = configOptionId(argument);
      put(`obj:${id}`, id, named.split(/\s/)[0] ?? '');
    } else if (kind === 'option' || kind === 'cmdoption') putOptions(argument);
    else if (/^(?:envvar|confval|setting)$/.test(kind))
      put(`obj:${named}`, objectId(prefixes[kind]!, named), named);
    else if (isCode(kind)) putCode(head, kind, directive.startsWith('c:'), indent);
  };
}

function isCode(kind: string): boolean {
  return /^(?:auto)?(?:function|class|method|attribute|data|exception|property|classmethod|staticmethod|decorator|var|macro|struct|union|type|enum|enumerator|member|const)$/.test(
    kind,
  );
}
