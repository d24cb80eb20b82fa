/* The page of a plan: draws the gourds, moves them, and listens to buttons, keys, the slider and the address. */
(() => {
  const data = JSON.parse(document.getElementById("plan").textContent);
  const replay = makeReplay(data);
  const total = replay.total;
  const find = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // -- drawing ---------------------------------------------------------------------------------------------------
  const W = data.width;
  const make = (name, attributes, parent) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (parent) parent.appendChild(element);
    return element;
  };
  const at = replay.center;
  const round = (value) => Math.round(value * 100) / 100;
  const svg = find("board");
  const tiles = make("g", { class: "tiles" }, svg);
  drawTiles(data, make, tiles, make("g", { class: "letters" }, svg), (cell) => [at(cell).x, at(cell).y].map(round));
  const mark = make("circle", { class: "empty", r: W * 0.34, "stroke-width": W * 0.04,
    "stroke-dasharray": W * 0.089 }, svg);
  if (data.many) { // A bold ring, to be found at a glance.
    for (const [name, value] of [["r", W * 0.4], ["stroke-width", W * 0.2], ["stroke-dasharray", "none"]]) {
      mark.setAttribute(name, value);
    }
  }
  const layer = make("g", { class: "gourds", "stroke-width": W * 0.045 }, svg);
  const pointer = make("g", { class: "arrow" }, svg);
  const shafts = ["halo", "line"].map((name) => make("path", { class: name }, pointer));

  /* Lies under the gourd that moves next, wider than its outline: that stays dark, so ends of any color stand out. */
  const glow = make("g", { class: "glow", "stroke-width": W * 0.2 }, layer);
  for (const half of data.halves) make("path", { d: half }, glow);

  const text = (parent, label, size, fill) => {
    const element = make("text", { "font-size": round(size), fill }, parent);
    element.textContent = label;
    return element;
  };
  const gourds = data.ids.map((id, g) => {
    const group = make("g", {}, layer);
    const body = make("g", {}, group);
    const texts = [];
    for (const s of [0, 1]) {
      const [disc, ink, label, size] = data.looks[data.color_of ? data.color_of[2 * g + s] : s];
      make("path", { d: data.halves[s], fill: disc }, body);
      if (s) make("circle", { class: "ring", cx: W / 2, r: W * data.ring, stroke: ink, "stroke-width": W * 0.035 }, body);
      if (label) texts.push([s - 0.5, text(group, label, size, ink), size * 0.355]);
      else if (!s) {
        const fit = data.sizes[String(id).length];
        texts.push([-0.5, text(group, id, fit, ink), fit * 0.355]);
      }
    }
    if (data.color_of) {
      const [wide, high, size] = data.badges[String(id).length];
      const badge = make("g", { class: "badge" }, group);
      make("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high / 2,
        "stroke-width": W * 0.02 }, badge);
      text(badge, id, size, "#1d1d1d").setAttribute("y", size * 0.355);
      texts.push([0, badge, 0]);
    }
    return { group, body, texts };
  });

  let lit = null;
  /* Lays a gourd with its middle at a point; the angle leads from end 0 to end 1. */
  const lay = (g, x, y, angle) => {
    const { body, texts } = gourds[g];
    const place = `translate(${round(x)} ${round(y)}) rotate(${round(angle * 180 / Math.PI)})`;
    body.setAttribute("transform", place);
    if (g === lit) glow.setAttribute("transform", place);
    for (const [shift, element, low] of texts) {
      const tx = round(x + shift * W * Math.cos(angle));
      const ty = round(y + shift * W * Math.sin(angle) + low);
      element.setAttribute("transform", `translate(${tx} ${ty})`);
    }
  };
  const rest = (g) => {
    const { x, y, angle } = replay.restingPose([replay.where[2 * g], replay.where[2 * g + 1]]);
    lay(g, x, y, angle);
  };
  const layMoving = (motion, part) => {
    const { x, y, angle } = replay.movingPose(motion, part);
    lay(motion.gourd, x, y, angle);
    setMark(part > 0 ? motion.left : motion.empty);
  };
  const setMark = (cell) => {
    const { x, y } = at(cell);
    mark.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
  };

  /* The arrow of a move: from the leading end to the empty cell, on a circle where the gourd pivots. */
  const arrowPath = (motion) => {
    const from = at(motion.before[motion.lead]);
    const to = at(motion.empty);
    let along;
    let shaft;
    if (motion.kind === "pivot") {
      const c = at(motion.after[motion.lead ^ 1]);
      const first = Math.atan2(from.y - c.y, from.x - c.x);
      let turn = Math.atan2(to.y - c.y, to.x - c.x) - first;
      turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      const way = Math.sign(turn);
      along = (part, aside = 0) => {
        const radius = W * (1 - way * aside);
        return `${round(c.x + radius * Math.cos(first + part * turn))} ${round(c.y + radius * Math.sin(first + part * turn))}`;
      };
      shaft = `M${along(0.42)}A${W} ${W} 0 0 ${way > 0 ? 1 : 0} ${along(0.84)}`;
    } else {
      along = (part, aside = 0) => `${round(from.x + part * (to.x - from.x) - aside * (to.y - from.y))} ` +
        `${round(from.y + part * (to.y - from.y) + aside * (to.x - from.x))}`;
      shaft = `M${along(0.42)}L${along(0.84)}`;
    }
    return `${shaft}M${along(1.02)}L${along(0.82, 0.13)}L${along(0.82, -0.13)}z`;
  };

  // -- state -----------------------------------------------------------------------------------------------------
  let playing = false;
  let speed = Number(find("speed").value);
  let clock = 0; // moves that are due but not made, below 1 unless it runs fast
  let glide = null; // a single step that is under way: { motion, back, begun }
  let last = 0;
  let stored = 0;

  const caption = find("caption");
  const counter = find("counter");
  const slider = find("slider");
  const show = (moving) => {
    const motion = replay.next();
    const done = replay.done;
    lit = motion ? motion.gourd : null;
    glow.style.display = motion ? "" : "none";
    if (motion) {
      layer.append(glow, gourds[lit].group);
      glow.setAttribute("transform", gourds[lit].body.getAttribute("transform"));
      const path = arrowPath(motion);
      for (const shaft of shafts) shaft.setAttribute("d", path);
      caption.textContent = replay.sentence(motion);
    } else {
      caption.textContent = total ? "The end: all moves are made." : "This plan has no moves.";
    }
    pointer.style.display = motion && !moving ? "" : "none";
    counter.textContent = (motion ? `move ${(done + 1).toLocaleString("en")} of ${data.total}` : data.all) + endsHome(data, replay.where);
    slider.value = done;
    slider.setAttribute("aria-valuetext", `${done} of ${total} moves made`);
    setMark(replay.empty);
    for (const id of ["first", "back"]) find(id).disabled = done === 0;
    for (const id of ["forward", "last"]) find(id).disabled = done === total;
    find("play").disabled = total === 0;
    document.body.dataset.done = done;
  };
  const store = () => {
    clearTimeout(stored);
    stored = setTimeout(() => {
      try { history.replaceState(null, "", `#${replay.done}`); } catch { /* some browsers forbid it for files */ }
    }, 400);
  };
  /* Makes moves without showing them on the way. */
  const seek = (target) => {
    const moved = new Set();
    while (replay.done < target) moved.add(replay.forward());
    while (replay.done > target) moved.add(replay.backward());
    moved.forEach(rest);
  };
  const settle = () => {
    if (glide) {
      if (glide.back) rest(glide.motion.gourd); // The move was taken back before it glided.
      else seek(replay.done + 1);
      glide = null;
    } else if (lit !== null) {
      rest(lit);
    }
    clock = 0;
  };
  const jump = (target) => {
    pause();
    settle();
    seek(Math.max(0, Math.min(total, target)));
    show(false);
    store();
  };
  const step = (way) => {
    pause();
    settle();
    const target = replay.done + way;
    if (target < 0 || target > total) { show(false); return; }
    if (still.matches) { seek(target); show(false); store(); return; }
    if (way < 0) seek(target);
    show(true);
    glide = { motion: replay.next(), back: way < 0, begun: performance.now() };
    if (way < 0) layMoving(glide.motion, 1);
    requestAnimationFrame(frame);
    store();
  };
  const pause = () => {
    playing = false;
    document.body.classList.remove("playing");
    find("play").setAttribute("aria-label", "Play");
    caption.setAttribute("aria-live", "polite");
  };
  const play = () => {
    settle();
    if (replay.done === total) seek(0);
    playing = true;
    document.body.classList.add("playing");
    find("play").setAttribute("aria-label", "Pause");
    caption.setAttribute("aria-live", "off");
    show(false);
    last = performance.now();
    requestAnimationFrame(frame);
  };
  const toggle = () => {
    if (!playing) { play(); return; }
    pause();
    settle();
    show(false);
    store();
  };

  const ease = (part) => part * part * (3 - 2 * part);
  const GLIDE = 320;
  const frame = (now) => {
    if (glide) {
      const part = Math.min(Math.max((now - glide.begun) / GLIDE, 0), 1);
      if (part < 1) {
        layMoving(glide.motion, ease(glide.back ? 1 - part : part));
        requestAnimationFrame(frame);
      } else {
        settle();
        show(false);
      }
      return;
    }
    if (!playing) return;
    clock += Math.min((now - last) / 1000, 0.25) * speed;
    last = now;
    const due = Math.min(Math.floor(clock), total - replay.done);
    if (due > 0) {
      seek(replay.done + due);
      clock -= due;
      show(!still.matches && speed > 2);
    }
    if (replay.done === total) {
      pause();
      clock = 0;
      show(false);
      store();
      return;
    }
    if (!still.matches && speed <= 20) {
      // A move rests for a moment with its arrow, then sets out; slow moves last no longer than 0.7 seconds.
      const share = Math.min(0.75, 0.7 * speed);
      const part = Math.max(0, (clock - (1 - share)) / share);
      layMoving(replay.next(), ease(part));
      pointer.style.display = part > 0 || speed > 4 ? "none" : "";
    }
    requestAnimationFrame(frame);
  };

  // -- controls --------------------------------------------------------------------------------------------------
  const actions = {
    first: () => jump(0), back: () => step(-1), play: toggle, forward: () => step(1), last: () => jump(total),
  };
  for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
  slider.addEventListener("input", () => jump(Number(slider.value)));
  const speeds = find("speed");
  speeds.addEventListener("change", () => { speed = Number(speeds.value); });
  const faster = (way) => {
    speeds.selectedIndex = Math.max(0, Math.min(speeds.options.length - 1, speeds.selectedIndex + way));
    speed = Number(speeds.value);
  };
  const keys = {
    " ": toggle, k: toggle, Home: actions.first, End: actions.last,
    ArrowRight: (event) => (event.shiftKey ? jump(replay.done + 10) : step(1)),
    ArrowLeft: (event) => (event.shiftKey ? jump(replay.done - 10) : step(-1)),
    "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (event.target === speeds) return;
    event.preventDefault();
    if (event.target instanceof HTMLButtonElement) event.target.blur();
    keys[event.key](event);
  });
  const fromAddress = () => {
    const found = /^#(\d+)$/.exec(location.hash);
    if (found) jump(Number(found[1]));
  };
  addEventListener("hashchange", fromAddress);

  data.ids.forEach((_, g) => rest(g));
  show(false);
  fromAddress();
})();
