import { useEffect, useState } from 'preact/hooks';

/** Counts up every so often, for asking the service again. A page that nobody sees does not ask; it does when it is seen again. */
export function useRounds(everyMs: number): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const next = () => {
      if (!document.hidden) setRound((before) => before + 1);
    };
    const timer = setInterval(next, everyMs);
    document.addEventListener('visibilitychange', next);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [everyMs]);
  return round;
}
