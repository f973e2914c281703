/** Shown while the dashboard is being built, which takes a few seconds once after an update; reloads itself. */
export function waitingPage({ failed }: { failed: boolean }): string {
  const words = failed
    ? ['The dashboard could not be built', 'The server’s log says why. The API works nevertheless.']
    : ['The dashboard is being built', 'This takes a few seconds, once. The page opens by itself.'];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${failed ? '' : '<meta http-equiv="refresh" content="1">'}
<title>${words[0]}</title>
<style>${waitingStyle}</style>
<main><h1>${words[0]}</h1><p>${words[1]}</p></main>
`;
}

export const waitingStyle =
  'body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0}main{text-align:center;padding:1rem}h1{font-size:1.25rem}';
