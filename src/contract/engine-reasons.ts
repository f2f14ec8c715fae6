/** Why Spate's own engine does not run a plan, once for each reason. */
export interface GroupedReason {
  reason: string;
  /** In the order of the plan. */
  places: string[];
}

/** One entry for each reason: the reason of the most places first. */
export function groupReasons(reasons: readonly { place: string; reason: string }[]): GroupedReason[] {
  const grouped = new Map<string, Set<string>>();
  for (const { place, reason } of reasons) {
    grouped.set(reason, (grouped.get(reason) ?? new Set()).add(place));
  }
  return [...grouped]
    .map(([reason, places]) => ({ reason, places: [...places] }))
    .sort((a, b) => b.places.length - a.places.length);
}

const shownPlaces = 3;

/** `A, B, C and 9 more places`. */
export function placesInWords(places: readonly string[]): string {
  const rest = places.length - shownPlaces;
  const first = places.slice(0, shownPlaces).join(', ');
  return rest <= 0 ? first : `${first} and ${rest} more ${rest === 1 ? 'place' : 'places'}`;
}
