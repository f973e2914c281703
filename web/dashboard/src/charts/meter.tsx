/** A bar for the used share; `plain`: for progress. */
export function Meter({
  value,
  most,
  label,
  plain = false,
}: {
  value: number;
  most: number;
  label: string;
  /** For progress: the end of the bar is no warning. */
  plain?: boolean;
}) {
  const share = most === 0 ? 0 : Math.min(1, value / most);
  const color = plain ? 'fill-accent' : share >= 1 ? 'fill-bad' : share >= 0.8 ? 'fill-warn' : 'fill-accent';
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="h-2 w-full overflow-hidden rounded-full"
    >
      <rect width="100" height="4" className="fill-hover" />
      <rect width={share * 100} height="4" className={color} />
    </svg>
  );
}
