/** Components that docs frameworks provide without an import, as their documentation lists them. */
export const knownComponents: ReadonlySet<string> = new Set(
  `Accordion AccordionGroup Accordions Admonition Aside Badge Banner Bleed Callout Card CardGrid CardGroup Cards Check
  ClientOnly CodeBlock CodeGroup Color Column Columns Content Danger Details Expandable Field File Files FileTree Folder
  Frame Icon ImageZoom Info InlineTOC Latex Link LinkButton LinkCard Mermaid Note Panel Param ParamField Property
  RequestExample Response ResponseExample ResponseField Snippet Step Steps Tab TabItem Tabs Tile Tip Tooltip Tree
  TypeTable Update View Visibility Warning`.split(/\s+/),
);

/** Packages of docs frameworks whose components pages may import. */
export const isFrameworkModule = (source: string) =>
  /^(?:@theme\/|@docusaurus\/|@astrojs\/starlight\/components|nextra\/components|@?rspress\/(?:core\/)?theme$|fumadocs-ui\/components\/)/.test(
    source,
  );
