import { useEffect, useState } from 'preact/hooks';

/** Whether somebody can see the page: not while it is in a tab behind others, or its window is hidden. */
export function useSeen(): boolean {
  const [isSeen, setSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setSeen(!document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}
