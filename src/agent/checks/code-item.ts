/** What in a page runs, or brings in what runs or is fetched, once the site is built. */
export type CodeKind =
  | 'import'
  | 'export'
  | 'expression'
  | 'template'
  | 'handler'
  | 'script'
  | 'embed'
  | 'component'
  | 'remote media'
  | 'link to another site'
  | 'text that takes too much to read';

/** `key` is the same for the same code anywhere: its source, its name, or the host it leads to. */
export type CodeItem = { kind: CodeKind; key: string; line: number };
