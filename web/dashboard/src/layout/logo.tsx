/** The logo: a D that is also a page with a marked place. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9 8.5h7.2a7.5 7.5 0 0 1 0 15H9z"
        fill="none"
        strokeWidth="2.6"
        strokeLinejoin="round"
        className="stroke-on-accent"
      />
      <circle cx="15.4" cy="16" r="2.3" className="fill-on-accent" />
    </svg>
  );
}
