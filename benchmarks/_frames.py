"""Scripts that measure how fast the board of the view *Solve* is painted, in the page of the workbench."""

CORE = "document.querySelector('#view-place').place"
"""What the view is made of."""
PAINT = f"""() => {{
  const {{ board }} = {CORE};
  const times = [];
  for (let k = 0; k < 5; k++) {{
    board.layer?.clear?.(); // older code has none
    const begun = performance.now();
    board.draw(true);
    board.context.getImageData(0, 0, 1, 1); // until it is painted, not only asked for
    times.push(performance.now() - begun);
  }}
  return times;
}}"""
"""Milliseconds of some full paints."""
TIME = f"""() => {{
  const {{ board }} = {CORE};
  const [draw, times] = [board.draw, {{ draw: [], interval: [] }}];
  let last = 0;
  board.draw = (...how) => {{
    const [begun, frame] = [performance.now(), document.timeline.currentTime];
    if (frame > last && frame - last < 250) times.interval.push(frame - last);
    last = frame;
    draw.apply(board, how);
    times.draw.push(performance.now() - begun);
  }};
  board.frameTimes = () => {{
    board.draw = draw;
    return times;
  }};
}}"""
"""From now on, milliseconds of drawing and from frame to frame, until ``frameTimes`` is asked for them."""
