import type uPlot from 'uplot';

/** Horizontal touch drags select a range; vertical ones still scroll the page. */
export function selectByTouch(plot: uPlot, onSelect: () => void): void {
  const { over } = plot;
  let from: number | undefined;
  const place = (event: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    return Math.min(width, Math.max(0, event.clientX - left));
  };
  const clear = () => {
    from = undefined;
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  };
  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    over.setPointerCapture(event.pointerId);
    from = place(event);
    plot.setCursor({ left: from, top: over.clientHeight / 2 });
  });
  over.addEventListener('pointermove', (event) => {
    if (from === undefined || event.pointerType !== 'touch') return;
    const to = place(event);
    plot.setCursor({ left: to, top: over.clientHeight / 2 });
    const ends = { left: Math.min(from, to), width: Math.abs(to - from) };
    plot.setSelect({ ...ends, top: 0, height: over.clientHeight }, false);
  });
  over.addEventListener('pointerup', (event) => {
    if (from === undefined || event.pointerType !== 'touch') return;
    onSelect();
    clear();
  });
  over.addEventListener('pointercancel', clear);
}
