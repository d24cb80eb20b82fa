/**
 * The cells of a plan's page. Where they have colors, `data.cell_of` says which, `data.shades` how those look on light and
 * on dark paper (cell, border, ink), and `data.corner` where the letter of a color stands and how large it is.
 */
function drawTiles(data, make, tiles, letters, placeOf) {
  const shade = (element, color) => {
    ["light", "dark"].forEach((paper, k) => {
      ["cell", "border", "ink"].forEach((part, i) => {
        element.style.setProperty(`--${paper}-${part}`, data.shades[color][k][i]);
      });
    });
    return element;
  };
  for (let k = 0; k < data.cells.length / 2; k++) {
    const [x, y] = placeOf(k);
    const tile = make("path", { d: data.tile, transform: `translate(${x} ${y})` }, tiles);
    if (!data.cell_of) continue;
    const color = data.cell_of[k];
    shade(tile, color).classList.add("colored");
    make("title", {}, tile).textContent = data.colors[color];
    const label = data.looks[color][2];
    const [high, size] = data.corner.map((part) => part * data.width);
    const fit = size / Math.max(1, 0.6 * label.length);
    const letter = make("text", { x, y: (y - high).toFixed(2), "font-size": fit.toFixed(2) }, letters);
    shade(letter, color).textContent = label;
  }
}

/* How many ends lie on cells of their color, in words; nothing where cells have no colors. */
function endsHome(data, where) {
  if (!data.cell_of) return "";
  const home = where.filter((cell, end) => data.cell_of[cell] === data.color_of[end]).length;
  return ` · ${home} of ${where.length} ends home`;
}
