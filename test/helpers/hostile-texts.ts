/** What people, docs and models may say to make a page do something. Each tries to set `window.pwned`. */
export const hostileTexts = [
  '<img src=x onerror="window.pwned=1">',
  '"><svg onload=window.pwned=1>',
  '</script><script>window.pwned=1</script>',
  '[click](javascript:window.pwned=1)',
  '<a href="javascript:window.pwned=1">click</a>',
  '![pixel](http://127.0.0.1:9/pixel.png)',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  "{{constructor.constructor('window.pwned=1')()}} ${window.pwned=1}",
  '\u202Etxet desrever\u202C \u0000 \uD800 ' + 'W'.repeat(300),
];

export const hostileText = hostileTexts.join('\n\n');
