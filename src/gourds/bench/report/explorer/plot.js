/** One solver against another on a canvas: a mark is an instance, pointing names it, choosing opens it. */

const MARGIN = { left: 66, right: 14, top: 12, bottom: 48 };

/** The plot; `show(pair, places, names)` draws, `open(instance)` is called for a mark that is chosen. */
function createPlot(data, open) {
  const canvas = el('canvas', { role: 'img', 'data-testid': 'plot' });
  const tip = el('div.tip', { hidden: true, 'aria-hidden': 'true' });
  const element = el('div.pair-plot', {}, canvas, tip);
  let marks = [];
  let last = null;
  canvas.addEventListener('pointermove', (event) => point(nearest(event)));
  canvas.addEventListener('pointerleave', () => point(null));
  canvas.addEventListener('click', (event) => {
    const mark = nearest(event);
    if (mark) open(mark.instance);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => last && show(...last));
  new ResizeObserver(() => last && show(...last)).observe(element);

  function show(pair, places, names) {
    last = [pair, places, names];
    const size = Math.min(element.clientWidth || 440, 480);
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.height = Math.round(size * ratio);
    canvas.style.width = canvas.style.height = `${size}px`;
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    const finite = (time) => Number.isFinite(time);
    let low = Infinity;
    let high = data.limit ?? 0;
    for (const k of places) {
      for (const time of [pair.first[k], pair.second[k]]) {
        if (finite(time)) {
          low = Math.min(low, Math.max(time, data.floor));
          if (data.limit === null) high = Math.max(high, time * 1.1);
        }
      }
    }
    if (!finite(low)) low = (high || 1) / 100;
    high = Math.max(high, low * 10);
    low = Math.min(low / 1.6, high / 100);
    const top = high * 2.1;
    const span = Math.log(top / low);
    const wide = size - MARGIN.left - MARGIN.right;
    const tall = size - MARGIN.top - MARGIN.bottom;
    const share = (time) => Math.log(Math.min(Math.max(time, data.floor, low), high * 1.45) / low) / span;
    const atX = (time) => MARGIN.left + wide * share(time);
    const atY = (time) => size - MARGIN.bottom - tall * share(time);
    context.font = '12px system-ui, sans-serif';
    context.clearRect(0, 0, size, size);
    if (data.floor > low) {
      context.fillStyle = color('grid');
      context.fillRect(MARGIN.left, MARGIN.top, atX(data.floor) - MARGIN.left, tall);
      context.fillRect(MARGIN.left, atY(data.floor), wide, size - MARGIN.bottom - atY(data.floor));
    }
    const line = (x0, y0, x1, y1, look, dash = []) => {
      context.strokeStyle = color(look);
      context.setLineDash(dash);
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
    };
    const right = size - MARGIN.right;
    const bottom = size - MARGIN.bottom;
    context.fillStyle = color('soft');
    for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high * 1.001; power++) {
      const value = 10 ** power;
      const text = value < 0.0995 ? `${value * 1000} ms` : `${grouped(value)} s`;
      line(atX(value), MARGIN.top, atX(value), bottom, 'grid');
      line(MARGIN.left, atY(value), right, atY(value), 'grid');
      context.textAlign = 'center';
      context.fillText(text, atX(value), bottom + 17);
      context.textAlign = 'right';
      context.fillText(text, MARGIN.left - 7, atY(value) + 4);
    }
    line(MARGIN.left, bottom, right, bottom, 'rule');
    line(MARGIN.left, MARGIN.top, MARGIN.left, bottom, 'rule');
    line(atX(low), atY(low), atX(high), atY(high), 'rule');
    line(atX(high), MARGIN.top, atX(high), bottom, 'rule', [5, 4]);
    line(MARGIN.left, atY(high), right, atY(high), 'rule', [5, 4]);
    context.setLineDash([]);
    context.textAlign = 'left';
    context.fillText('not solved', MARGIN.left + 6, MARGIN.top + 10);
    context.fillStyle = color('ink');
    context.font = '13px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(names[0], MARGIN.left + wide / 2, size - 8, wide);
    context.save();
    context.translate(13, MARGIN.top + tall / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(names[1], 0, 0, tall);
    context.restore();
    marks = [];
    const paths = VERDICTS.map(() => new Path2D());
    const half = places.length > 2000 ? 1.6 : 3.2;
    for (const k of places) {
      const x = atX(pair.first[k]);
      const y = atY(pair.second[k]);
      marks.push({ x, y, instance: k });
      const path = paths[data.instances.truth[k]];
      if (data.instances.truth[k] === 1) {
        path.moveTo(x, y - 1.3 * half);
        path.lineTo(x + 1.3 * half, y);
        path.lineTo(x, y + 1.3 * half);
        path.lineTo(x - 1.3 * half, y);
        path.closePath();
      } else {
        path.moveTo(x + half, y);
        path.arc(x, y, half, 0, 2 * Math.PI);
      }
    }
    ['s5', 's6', 's8'].forEach((name, verdict) => {
      context.fillStyle = color(name);
      context.globalAlpha = 0.8;
      context.fill(paths[verdict]);
    });
    context.globalAlpha = 1;
    canvas.setAttribute('aria-label', `Times on ${counted(places.length, 'instance')}: ${names[1]} against ${names[0]}.`
      + ' The table below lists them.');
  }

  function nearest(event) {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let distance = 14 ** 2;
    for (const mark of marks) {
      const square = (mark.x - x) ** 2 + (mark.y - y) ** 2;
      if (square < distance) [best, distance] = [mark, square];
    }
    return best;
  }

  function point(mark) {
    tip.hidden = !mark;
    canvas.classList.toggle('pointing', Boolean(mark));
    if (!mark) return;
    const [pair, , names] = last;
    const times = [pair.first[mark.instance], pair.second[mark.instance]].map((time) => showTime(data, time));
    tip.replaceChildren(el('b', {}, data.instances.name[mark.instance]),
      ...names.map((name, k) => el('div', {}, `${name}: ${times[k]}`)));
    tip.style.left = `${Math.min(mark.x + 12, Math.max(0, element.clientWidth - 240))}px`;
    tip.style.top = `${mark.y + 14}px`;
  }

  return { element, show };
}
