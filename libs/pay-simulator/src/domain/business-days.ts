import { athensDay, nextAthensMidnight } from './athens-time.js';

const DAY_MS = 86_400_000;
/** Public holidays of TARGET, the settlement system of the euro, besides Good Friday and Easter Monday: month and day. */
const TARGET_HOLIDAYS = ['01-01', '05-01', '12-25', '12-26'];

/** Option of the simulator: every day, the days of TARGET, or these without further holidays (`YYYY-MM-DD`). */
export type BusinessDaysOption = boolean | { readonly holidays: readonly string[] };

/** The days on which payments clear and money goes to banks. */
export class BusinessDays {
  private readonly isLimited: boolean;
  private readonly holidays: ReadonlySet<string>;

  constructor(option: BusinessDaysOption = false) {
    this.isLimited = option !== false;
    this.holidays = new Set(typeof option === 'object' ? option.holidays : []);
  }

  /** @param day - `YYYY-MM-DD`. */
  includes(day: string): boolean {
    return !this.isLimited || !(isWeekend(day) || isTargetHoliday(day) || this.holidays.has(day));
  }

  /** Returns the next midnight in Athens that begins a business day. */
  nextMidnight(time: number): number {
    let midnight = nextAthensMidnight(time);
    while (!this.includes(athensDay(midnight))) midnight = nextAthensMidnight(midnight);
    return midnight;
  }

  /** Returns a business day and the other days before it, whose work it does. Returns none for another day. */
  catchUp(day: string): readonly string[] {
    const days = this.includes(day) ? [day] : [];
    for (let last = days[0]; last !== undefined;) {
      const before = dayBefore(last);
      last = this.includes(before) ? undefined : before;
      if (last !== undefined) days.push(last);
    }
    return days;
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

function isTargetHoliday(day: string): boolean {
  const sinceEaster = (Date.parse(day) - easter(Number(day.slice(0, 4)))) / DAY_MS;
  return TARGET_HOLIDAYS.includes(day.slice(5)) || sinceEaster === -2 || sinceEaster === 1;
}

/** Calculates Easter Sunday of the Gregorian calendar: the Sunday after the full moon of spring. */
function easter(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + correction + 15) % 30;
  // Two dates of the full moon are moved to the day before.
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0);
  const fullMoon = Date.UTC(year, 2, 21 + moon);
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * DAY_MS;
}
