const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Formats a duration in its largest unit: 1200 ms is `1.2 s`. */
export function durationText(ms: number): string {
  const [size, unit] = UNITS.find(([smallest]) => ms >= smallest) ?? [1, 'ms'];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}

/** Formats the time until something happens in its two largest units, such as `in 2 h 5 min`. */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000) * 1000;
  const largest = UNITS.findIndex(([size]) => seconds >= size);
  if (largest === -1) return 'now';
  let rest = seconds;
  const parts = UNITS.slice(largest, largest + 2).flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? [] : `${count} ${unit}`;
  });
  return `in ${parts.join(' ')}`;
}
