/** Whether a path is a plain one below a root: relative, with forward slashes, without `.`, `..` and control characters. */
export function isInnerPath(path: string): boolean {
  if (/[\\\p{Cc}]/u.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
