import { useEffect, useState } from 'preact/hooks';

/** Page visibility: false in a background tab or hidden window. */
export function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
