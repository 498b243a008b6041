package main

import (
	"ditchline/calibrate"
	"ditchline/calibrate/cvboard"
	"ditchline/capture"
	"ditchline/capture/cvcam"
	"ditchline/capture/cvcodec"
	"ditchline/detect"
	"ditchline/detect/cvdisc"
)

// realParts are those of the program that ships.
func realParts() parts {
	return parts{
		readPicture: cvcodec.ReadFile,
		decode:      cvcodec.Decode,
		encodeJPEG:  cvcodec.EncodeJPEG,
		encodeFit:   cvcodec.EncodeJPEGFit,
		resize: func(f capture.Frame, width int) (capture.Frame, error) {
			return cvcodec.Resize(f, width, max(1, (f.Height*width+f.Width/2)/f.Width))
		},
		finder:     func() calibrate.Finder { return cvboard.New() },
		detector:   func() detect.Detector { return cvdisc.New() },
		rivals:     houghRivals,
		openFilm:   openFilm,
		openSource: openSource,
		cameras:    cvcam.Cameras,
		machine: machine{
			visionVersions: func() visionVersions {
				v := cvcam.Version()
				return visionVersions{GoCV: v.GoCV, OpenCV: v.OpenCV, Backends: v.Backends}
			},
			cameras: func() []cameraState {
				var states []cameraState
				for _, d := range cvcam.Devices() {
					states = append(states, cameraState{Path: d.Path, Name: d.Name, Fault: d.Err})
				}
				return states
			},
		},
	}
}
