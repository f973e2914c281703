import { hash } from 'node:crypto';
import { escapeHtml } from '../../lib/escape-html.ts';

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:0 auto;padding:12vh 1rem 2rem;overflow-wrap:anywhere}
h1{font-size:1.25rem;line-height:1.3}
form,label{display:grid;gap:.75rem}label{gap:.25rem;font-size:.9rem}
input,button,.button{font:inherit;padding:.6rem .8rem;border-radius:.5rem;border:1px solid #8888;background:none;color:inherit;text-align:center;text-decoration:none}
input{text-align:start}.main{background:light-dark(#2449bb,#9db4ff);color:light-dark(#fff,#111);border-color:transparent}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;font-size:.9rem}dt{opacity:.7}dd{margin:0}
.error{color:light-dark(#a11,#f99)}
`;

/** @param returnsTo where a form may lead in the end; browsers hold redirects to it, too */
export function consentHeaders(returnsTo?: string): Record<string, string> {
  const target = returnsTo === undefined ? '' : ` ${sourceOf(new URL(returnsTo))}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`,
  };
}

function sourceOf({ protocol, host }: URL): string {
  return /^https?:$/.test(protocol) ? `${protocol}//${host}` : protocol;
}

/** Who asks for what. */
export type Asked = {
  /** What the client calls itself, which nobody has checked. */
  client: string;
  /** Where the answer goes, which is what tells clients apart. */
  returnsTo: string;
  /** The host of the document that describes the client; undefined when it registered itself. */
  publishedBy: string | undefined;
  docs: string;
};

export function signInPage(
  { client, docs }: Asked,
  { oidc, error }: { oidc: { name: string; address: string } | null; error: string | undefined },
): string {
  const elsewhere =
    oidc === null
      ? ''
      : `<p><a class="button" href="${escapeHtml(oidc.address)}">Continue with ${escapeHtml(oidc.name)}</a></p>`;
  return page(
    'Sign in',
    `<p>${escapeHtml(client)} wants to read the ${escapeHtml(docs)} docs as you. Sign in first.</p>
${error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
${elsewhere}
<form method="post">
<label>E-mail<input name="email" type="email" autocomplete="username" required maxlength="254"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="256"></label>
<button class="main" name="do" value="sign-in">Sign in</button>
</form>
<form method="post">${cancel}</form>`,
  );
}

export function consentPage(asked: Asked, { id, email }: { id: string; email: string }): string {
  return page(
    `Let ${asked.client} read the ${asked.docs} docs?`,
    `<p>It will search and read the pages that you may read, and ask questions in your name. It cannot change anything, and you can end this on your account’s page.</p>
${about(asked, email)}
<form method="post"><input type="hidden" name="as" value="${escapeHtml(id)}"><button class="main" name="do" value="allow">Allow</button>${cancel}</form>`,
  );
}

export function noAccessPage(asked: Asked, { email }: { email: string }): string {
  return page(
    'You have no access',
    `<p>You are not a member of the organization of the ${escapeHtml(asked.docs)} docs. Ask one of its admins for an invitation.</p>
${about(asked, email)}
<form method="post">${cancel}</form>`,
  );
}

const cancel = '<button name="do" value="deny">Cancel</button>';

function about({ returnsTo, publishedBy }: Asked, email: string): string {
  const describedBy = publishedBy ?? 'itself; nobody has checked its name';
  return `<dl><dt>You are</dt><dd>${escapeHtml(email)}</dd>
<dt>It is sent back to</dt><dd>${escapeHtml(returnsTo)}</dd>
<dt>It is described by</dt><dd>${escapeHtml(describedBy)}</dd></dl>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main><h1>${escapeHtml(title)}</h1>${body}</main>
</html>
`;
}
