/** The tag that puts “Ask AI” on a site. */
export const tagOf = ({ address, domain, key }: { address: string; domain: string; key: string }): string =>
  `<script src="${address}/widget.js" data-domain="${domain}" data-key="${key}" defer></script>`;
