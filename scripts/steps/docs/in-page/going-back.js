// Runs in the docs page: Back leads to the line that was left; Redoc alone leads to the heading above it.
(() => {
  const place = () => decodeURIComponent(location.hash).split('#')[1] || '/';
  const section = () => document.querySelector(`[data-section-id="${CSS.escape(place())}"]`);
  const left = new Map();
  const offset = () => Math.round(section()?.getBoundingClientRect().top ?? 0);
  let returning = 0;
  addEventListener('scroll', () => returning > 0 || left.set(place(), offset()), { passive: true });
  addEventListener('wheel', () => (returning = 0), { passive: true });
  addEventListener('popstate', () => {
    const top = left.get(place());
    if (top === undefined) return;
    returning = 30; // frames, in which parts above it may still be drawn
    requestAnimationFrame(function step() {
      if (returning-- <= 0) return;
      scrollBy({ top: offset() - top, behavior: 'instant' });
      requestAnimationFrame(step);
    });
  });
})();
