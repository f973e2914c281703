/** Builders and formats other than HTML. https://www.sphinx-doc.org/en/master/usage/builders/index.html */
const otherOutputs =
  /^(?:(?:format|builder)_)?(?:latex|latexpdf|pdf|rinoh|text|man|texinfo|info|epub3?|xml|pseudoxml|gettext|changes|docx)$/;

const ofHtml = /^(?:(?:format|builder)_)?(?:html|dirhtml|singlehtml|readthedocs)$/;

/** Longer expressions, which nest as deep as they are long, are nobody's. */
const maxTokens = 100;

/**
 * Whether the content of `.. only:: EXPRESSION` is on the website. Tags that a project sets itself are not known, and
 * their content is shown. https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-only
 */
export function isShownInHtml(expression: string): boolean {
  const tokens = expression.match(/[\w-]+|[()]/g) ?? [];
  if (
    tokens.length > maxTokens ||
    tokens.some(
      (token) => !/^(?:and|or|not|[()])$/.test(token) && !ofHtml.test(token) && !otherOutputs.test(token),
    )
  )
    return true;
  let at = 0;
  const either = (): boolean => {
    let value = both();
    while (tokens[at] === 'or') {
      at += 1;
      const other = both();
      value ||= other;
    }
    return value;
  };
  const both = (): boolean => {
    let value = one();
    while (tokens[at] === 'and') {
      at += 1;
      const other = one();
      value &&= other;
    }
    return value;
  };
  const one = (): boolean => {
    const token = tokens[at];
    at += 1;
    if (token === 'not') return !one();
    if (token !== '(') return token !== undefined && ofHtml.test(token);
    const value = either();
    at += 1;
    return value;
  };
  return either();
}
