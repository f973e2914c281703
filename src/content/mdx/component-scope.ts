import type { Scope } from '../config/module-scope.ts';

type Props = Record<string, unknown>;

/** The value of a component's name: `Card`, or `Cards.Item`. */
export function componentNamed(name: string, scope: Scope): unknown {
  const [first = '', ...rest] = name.split('.');
  let value = scope.name(first);
  for (const key of rest) {
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isOwn ? (value as Props)[key] : undefined;
  }
  return value;
}

/** Props as `props`, and each by its own name, as in Mintlify's snippets. */
export function withProps(scope: Scope, props: Props): Scope {
  return {
    ...scope,
    name(name) {
      if (name === 'props') return props;
      return scope.name(name) ?? (Object.hasOwn(props, name) ? props[name] : undefined);
    },
  };
}
