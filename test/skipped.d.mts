export function noteSkipped(why: string): void;
