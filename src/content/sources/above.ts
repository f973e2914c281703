/** How many folders up a configuration may be: Starlight keeps its docs in `src/content/docs`. */
export const maxAbove = 4;

/** Folders in which frameworks keep configuration, relative to their own. */
export const configFolders = ['', '.vitepress', '.vuepress', 'config/_default', 'website', 'lib', 'src/lib'];

/** Configurations that name a framework by themselves. */
const strong =
  /^(?:website\/)?docusaurus\.config\.[cm]?[jt]s$|^mkdocs\.ya?ml$|^zensical\.toml$|^docfx\.json$|^_quarto\.ya?ml$|^rspress\.config\.[cm]?[jt]s$|^(?:docs|mint)\.json$|^\.(?:vitepress|vuepress)\/config\.[cm]?[jt]s$|^book\.toml$|^hugo\.(?:toml|ya?ml|json)$|^antora\.ya?ml$|^\.gitbook\.ya?ml$|^redocly\.ya?ml$|^source\.config\.[cm]?[jt]s$|^conf\.py$|^\.eleventy\.js$|^eleventy\.config\.[cm]?[jt]s$/;

/** Names that other programs have too, and what frameworks read beside their configuration. */
const weak =
  /^docs\.ya?ml$|^mkdocs[-_.][\w.-]+\.ya?ml$|^(?:astro|next|nuxt|content)\.config\.[cm]?[jt]s$|^config\.(?:toml|ya?ml|json)$|^config\/_default\/[\w.-]+\.(?:toml|ya?ml|json)$|^_config\.ya?ml$|^book\.js(?:on)?$|^(?=[\w.-]*playbook)[\w.-]*\.ya?ml$|^(?:website\/)?(?:sidebars?\.(?:[cm]?[jt]s|json|ya?ml)|versions\.json)$|^(?:src\/)?lib\/source\.tsx?$|^package\.json$|^_redirects$|^vercel\.json$|^netlify\.toml$/;

/** @param path relative to a folder above the docs */
export function isConfig(path: string): boolean {
  return strong.test(path) || weak.test(path);
}

/** Whether a file can only be the configuration of a docs site. */
export function isDocsConfig(path: string): boolean {
  return strong.test(path);
}
