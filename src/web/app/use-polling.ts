import { useEffect, useState } from 'preact/hooks';

/** A counter for polling, increased at the given interval. Pauses while the page is hidden and resumes when it becomes visible. */
export function usePolling(everyMs: number): number {
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
