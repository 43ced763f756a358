"use strict";
// Draws the three charts from the JSON in #soak-data. Colours come from the style sheet, so that
// the charts follow the reader's light or dark scheme.
(() => {
  const data = JSON.parse(document.getElementById("soak-data").textContent);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  let graphs = [];

  const colour = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const number = (value, digits) =>
    (value ?? NaN).toLocaleString("en", {minimumFractionDigits: digits, maximumFractionDigits: digits});
  const clock = (seconds) => {
    const whole = Math.round(seconds);
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(whole / 3600);
    const rest = two(Math.floor(whole / 60) % 60) + ":" + two(whole % 60);
    return hours > 0 ? hours + ":" + rest : rest;
  };
  const isNumber = (value) => typeof value === "number";

  // A range that holds `values`, with air above and below.
  const rangeOf = (values) => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const air = (high - low) * 0.08 || Math.max(Math.abs(high) * 0.02, 0.5);
    return [low - air, high + air];
  };

  // A range for `values` on an axis of its own that spans as much as `range`, so that equal growth
  // has equal slope on both; `range` makes room for it below.
  const alongside = (range, values) => {
    if (values.length === 0) return range;
    const [low, high] = rangeOf(values);
    const span = Math.max(range[1] - range[0], high - low) * 1.15;
    range[0] = range[1] - span;
    return [low, low + span];
  };

  // Decimals for the labels of an axis that spans this much: they are about a tenth of it apart.
  const digitsFor = ([low, high]) =>
    Math.max(0, Math.min(3, Math.ceil(-Math.log10((high - low) / 7))));

  function chart(id, rows, options) {
    const element = document.getElementById(id);
    if (element === null || rows.length === 0) return;
    const readout = document.getElementById(id + "-readout");
    const hint = matchMedia("(hover: hover)").matches ? "Drag to zoom, double-click to undo" : "";
    readout.textContent = hint;
    // Only the mouse zooms: a finger on the chart should scroll the page.
    const mouse = Dygraph.defaultInteractionModel;
    graphs.push(new Dygraph(element, rows, Object.assign({
      legend: "never",
      gridLineColor: colour("grid"),
      axisLineColor: colour("rule"),
      gridLineWidth: 1,
      axisLabelFontSize: 12,
      axisLabelWidth: 52,
      highlightCircleSize: 4,
      rightGap: 12,
      connectSeparatedPoints: true,
      interactionModel: {
        mousedown: mouse.mousedown,
        dblclick: mouse.dblclick,
        willDestroyContextMyself: true,
      },
      unhighlightCallback: () => { readout.textContent = hint; },
      highlightCallback: (event, x, points, row) => {
        readout.textContent = options.describe(rows[row]);
      },
    }, options)));
  }

  function shade(canvas, area, graph, from, to) {
    const left = Math.max(graph.toDomXCoord(from), area.x);
    const right = Math.min(graph.toDomXCoord(to), area.x + area.w);
    if (right <= left) return;
    canvas.fillStyle = colour("shade");
    canvas.fillRect(left, area.y, right - left, area.h);
  }

  function dashed(canvas, graph, points, name) {
    canvas.save();
    canvas.strokeStyle = colour(name);
    canvas.lineWidth = 1.25;
    canvas.setLineDash([6, 5]);
    canvas.beginPath();
    for (const [x, y] of points) canvas.lineTo(...graph.toDomCoords(x, y));
    canvas.stroke();
    canvas.restore();
  }

  function band(canvas, graph, fit) {
    const edge = fit.filter((point) => isNumber(point[2]) && isNumber(point[3]));
    canvas.fillStyle = colour("band");
    canvas.beginPath();
    for (const point of edge) canvas.lineTo(...graph.toDomCoords(point[0], point[3]));
    for (const point of edge.reverse()) canvas.lineTo(...graph.toDomCoords(point[0], point[2]));
    canvas.fill();
  }

  // The budget as a line from where the fit starts: growth steeper than this breaks it.
  function budgetLine(lastRequest) {
    const start = data.fit.find((point) => isNumber(point[1]));
    if (!start || !isNumber(data.budget_mib_per_request)) return [];
    const rise = data.budget_mib_per_request * (lastRequest - start[0]);
    return [[start[0], start[1]], [lastRequest, start[1] + rise]];
  }

  function drawTroughs() {
    const troughs = data.troughs.filter((t) => isNumber(t[0]) && isNumber(t[1]));
    if (troughs.length === 0) return;
    const live = data.live_heap.filter((p) => p.every(isNumber));
    const rows = new Map();
    const row = (x) => {
      if (!rows.has(x)) rows.set(x, [x, null, null].concat(live.length > 0 ? [null] : []));
      return rows.get(x);
    };
    for (const point of live) row(point[0])[3] = point[1];
    for (const trough of troughs) row(trough[0])[1] = trough[1];
    for (const point of data.fit) if (isNumber(point[0])) row(point[0])[2] = point[1];
    const sorted = [...rows.values()].sort((a, b) => a[0] - b[0]);

    const first = troughs[0][0];
    const last = sorted[sorted.length - 1][0];
    const budget = budgetLine(last);
    const measured = [...troughs.map((t) => t[1]), ...data.fit.flatMap((f) => f.slice(1))];
    let range = rangeOf(measured.filter(isNumber));
    // A generous budget must not press the troughs flat: it may take half of the height.
    if (budget.length > 0) {
      range[1] = Math.max(range[1], Math.min(budget[1][1], range[1] + (range[1] - range[0])));
    }
    const heapRange = alongside(range, live.map((p) => p[1]));
    const restless = new Set(troughs.filter((t) => t[3] === 1).map((t) => t[0]));
    const digits = digitsFor(range);

    chart("troughs", sorted, {
      labels: ["requests", "trough", "fit"].concat(live.length > 0 ? ["live heap"] : []),
      colors: [colour("first"), colour("first"), colour("third")],
      dateWindow: [first - (last - first || 1) * 0.03, last + (last - first || 1) * 0.02],
      valueRange: range,
      series: {
        trough: {
          strokeWidth: 0,
          drawPoints: true,
          pointSize: 3.5,
          drawPointCallback: (graph, name, canvas, x, y, tone, size, index) => {
            const hollow = restless.has(sorted[index] && sorted[index][0]);
            canvas.beginPath();
            canvas.arc(x, y, size, 0, 2 * Math.PI);
            canvas.fillStyle = hollow ? colour("card") : tone;
            canvas.strokeStyle = tone;
            canvas.lineWidth = 1.5;
            canvas.fill();
            canvas.stroke();
          },
        },
        fit: {strokeWidth: 2, highlightCircleSize: 0},
        ...(live.length > 0 && {"live heap": {axis: "y2", strokeWidth: 1.75}}),
      },
      axes: {
        x: {pixelsPerLabel: 55, axisLabelFormatter: (x) => number(x, 0)},
        y: {axisLabelFormatter: (y) => number(y, digits)},
        ...(live.length > 0 && {
          y2: {
            valueRange: heapRange,
            independentTicks: true,
            axisLabelFormatter: (y) => number(y, digits),
          },
        }),
      },
      describe: (r) => number(r[0], 0) + " requests" +
        (isNumber(r[1]) ? ", trough " + number(r[1], 2) + " MiB" : "") +
        (isNumber(r[2]) ? ", fit " + number(r[2], 2) + " MiB" : "") +
        (isNumber(r[3]) ? ", live heap " + number(r[3], 2) + " MiB" : ""),
      underlayCallback: (canvas, area, graph) => {
        canvas.save();
        canvas.beginPath();
        canvas.rect(area.x, area.y, area.w, area.h);
        canvas.clip();
        if (isNumber(data.warmup_end)) {
          shade(canvas, area, graph, graph.xAxisRange()[0], data.warmup_end);
        }
        band(canvas, graph, data.fit);
        if (budget.length > 0) dashed(canvas, graph, budget, "budget");
        // Another lifetime: the target was replaced between these two troughs.
        for (let i = 1; i < troughs.length; ++i) {
          if (troughs[i][2] === troughs[i - 1][2]) continue;
          const x = (troughs[i][0] + troughs[i - 1][0]) / 2;
          dashed(canvas, graph, [[x, range[0]], [x, range[1]]], "soft");
        }
        canvas.restore();
      },
    });
  }

  function drawRss() {
    const points = data.rss.points.filter((p) => p.every(isNumber));
    if (points.length === 0) return;
    const peak = points.reduce((best, p) => (p[2] > best[2] ? p : best));
    const range = rangeOf(points.flatMap((p) => [p[1], p[2]]));
    const digits = digitsFor(range);
    chart("rss", points.map((p) => [p[0], [p[1], p[2], p[2]]]), {
      labels: ["time", "RSS"],
      customBars: true,
      fillAlpha: 0.2,
      colors: [colour("first")],
      strokeWidth: 1.5,
      valueRange: range,
      axes: {
        x: {pixelsPerLabel: 70, axisLabelFormatter: clock},
        y: {axisLabelFormatter: (y) => number(y, digits)},
      },
      describe: (r) => clock(r[0]) + ", " +
        (r[1][0] === r[1][2] ? "" : number(r[1][0], 1) + " to ") + number(r[1][2], 1) + " MiB",
      underlayCallback: (canvas, area, graph) => {
        // Stripes too fine to tell apart would be a grey veil.
        const [from, to] = graph.xAxisRange();
        const shown = data.rss.quiesces.filter((q) => q[1] > from && q[0] < to);
        if (shown.length > 0 && area.w / shown.length >= 8) {
          for (const quiesce of shown) shade(canvas, area, graph, ...quiesce);
        }
        const [x, y] = graph.toDomCoords(peak[0], peak[2]);
        if (x < area.x || x > area.x + area.w) return;
        canvas.save();
        canvas.strokeStyle = colour("second");
        canvas.lineWidth = 2;
        canvas.beginPath();
        canvas.arc(x, y, 5.5, 0, 2 * Math.PI);
        canvas.stroke();
        canvas.restore();
      },
    });
  }

  function drawLatency() {
    const rows = data.latency;
    if (rows.length === 0) return;
    const highest = Math.max(...rows.flatMap((r) => r.slice(1)).filter(isNumber));
    chart("latency", rows, {
      labels: ["cycle", "p50", "p95", "TTFB p50"],
      colors: [colour("first"), colour("second"), colour("third")],
      strokeWidth: 1.75,
      drawPoints: rows.length <= 60,
      pointSize: 2.5,
      dateWindow: [rows[0][0] - 0.5, rows[rows.length - 1][0] + 0.5],
      valueRange: [0, highest * 1.1 || 1],
      axes: {
        x: {
          pixelsPerLabel: 45,
          axisLabelFormatter: (x) => (Number.isInteger(x) ? number(x, 0) : ""),
        },
        y: {axisLabelFormatter: (y) => number(y, digitsFor([0, highest || 1]))},
      },
      describe: (r) => "cycle " + r[0] + ": median " + number(r[1], 0) + " ms, p95 " +
        number(r[2], 0) + " ms, TTFB " + number(r[3], 0) + " ms",
    });
  }

  function draw() {
    graphs.forEach((graph) => graph.destroy());
    graphs = [];
    drawTroughs();
    drawRss();
    drawLatency();
  }

  draw();
  scheme.addEventListener("change", draw);
  // Paper is white and of another width, whatever the screen was.
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("printing");
    draw();
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("printing");
    draw();
  });
})();
