/** How many elements Module and Include controllers may add to a plan in all. */
export const mostCopies = 100_000;
