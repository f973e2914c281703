/** A bar for the used share; `plain`: for progress. */
export function Meter({
  value,
  max,
  label,
  plain = false,
}: {
  value: number;
  max: number;
  label: string;
  /** For progress: the end of the bar is no warning. */
  plain?: boolean;
}) {
  const share = max === 0 ? 0 : Math.min(1, value / max);
  const color = plain ? 'fill-accent' : share >= 1 ? 'fill-bad' : share >= 0.8 ? 'fill-warn' : 'fill-accent';
  return (
    <svg
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
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
